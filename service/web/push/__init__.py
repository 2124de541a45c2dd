"""What makes the site an app on a phone: the manifest, its icons, and the worker that shows notifications."""
