"""Files that hold a database or its keys: who may read them, who owns them, and whether they are still there."""
