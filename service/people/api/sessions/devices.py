"""The name of a device from its User-Agent: browser and system, as the web client names them in `core/people.js`."""

UNNAMED = "Browser"
"""The label of a session without a name of its own."""

_BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


def device_named(label: str, user_agent: str | None) -> str:
    """Return the label of a session; without one of its own the browser and the system of the request, if known."""
    if label != UNNAMED or user_agent is None:
        return label
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), UNNAMED)
    system = next((name for name in _SYSTEMS if name in user_agent), None)
    return browser if system is None else f"{browser}, {system}"
