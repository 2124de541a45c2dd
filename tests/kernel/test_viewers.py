"""How viewers are named."""

import pytest

from domain.kernel.viewers import FULL, AnyViewer, viewer_name, viewer_named


@pytest.mark.parametrize(("viewer", "name"), [(None, "public"), (0, "seat:0"), (12, "seat:12"), (FULL, "full")])
def test_a_name_is_read_as_the_viewer_that_it_was_made_of(viewer: AnyViewer, name: str) -> None:
    assert viewer_name(viewer) == name
    assert viewer_named(name) == viewer


@pytest.mark.parametrize(
    "text",
    ["", "seat:", "seat:00", "seat:+1", "seat:-1", "seat:٣", "seat:1 ", "seat:1234567890", "0", "Public"],
)
def test_any_other_text_names_no_viewer(text: str) -> None:
    with pytest.raises(ValueError, match="names no viewer"):
        viewer_named(text)
