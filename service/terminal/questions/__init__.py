"""An open decision: the listed choices and how a person picks one."""
