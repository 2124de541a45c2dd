"""What makes the site an app on a phone: the manifest, its icons, the worker and its page without connection."""
