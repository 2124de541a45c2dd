"""How elements are drawn: in their order, and in short tasks, so that the browser answers while a page comes."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.service.server import Server
from tests.web.browser import opened

ELEMENTS = """
async ({isOld}) => {
  if (isOld) Object.defineProperty(window, 'scheduler', {value: undefined});
  const {name} = performance.getEntriesByType('resource').find((one) => one.name.endsWith('/core/element.js'));
  const {BatchedElement, define} = await import(name);
  window.drawn = [];
  window.began = [];
  window.tasks = [];
  new PerformanceObserver((list) => list.getEntries().forEach((task) => tasks.push(task)))
    .observe({type: 'longtask'});
  define('test-slow', class extends BatchedElement {
    connected() { this.update(); }
    draw() {
      drawn.push(this.id);
      began.push(performance.now());
      for (const end = performance.now() + 20; performance.now() < end;);
    }
  });
  // elements whose first drawing takes 20 ms
  window.add = (...ids) => document.querySelector('main').append(...ids.map((id) => {
    const element = document.createElement('test-slow');
    element.id = id;
    return element;
  }));
  // for each long task, the number of elements that it has drawn
  window.numbers = () => tasks.map(({startTime, duration}) =>
    began.filter((at) => startTime <= at && at < startTime + duration).length);
}
"""
"""A script for a page: `add` appends elements that are slow to draw, `drawn` has their ids."""

SETTLED = 600
"""Milliseconds without a drawing after which all elements of a test are drawn."""

MOST = 2
"""Elements that one task draws: their number does not depend on the speed of the machine, as the time does."""


@pytest.fixture(params=[False, True], ids=["yield", "timer"])
def page(browser: Browser, site: Server, request: pytest.FixtureRequest) -> Any:
    """Yield a page with slow elements, in a browser with `scheduler.yield` and in one without it."""
    with opened(browser, site.base) as opened_page:
        opened_page.goto("/about")
        opened_page.evaluate(ELEMENTS, {"isOld": request.param})
        yield opened_page


def drawn(page: Page, act: str) -> list[str]:
    """Return what is drawn after an act of the page."""
    page.evaluate(act)
    found: list[str] | None = None
    while (now := page.evaluate("drawn")) != found:
        found = now
        page.wait_for_timeout(SETTLED)
    return now


def test_new_elements_are_drawn_in_their_order_and_in_short_tasks(page: Page) -> None:
    assert drawn(page, "add('a', 'b', 'c', 'd', 'e', 'f')") == ["a", "b", "c", "d", "e", "f"]
    assert max(page.evaluate("numbers()"), default=0) <= MOST


def test_what_is_there_is_drawn_again_before_what_is_new(page: Page) -> None:
    assert drawn(page, "add('a')") == ["a"]
    assert drawn(page, "add('b', 'c'); document.querySelector('#a').update()") == ["a", "b", "a", "c"]


def test_an_element_that_leaves_while_it_waits_is_not_drawn(page: Page) -> None:
    left = "add('a', 'b', 'c'); queueMicrotask(() => document.querySelector('#b').remove())"
    assert drawn(page, left) == ["a", "c"]


def test_what_waits_for_the_release_of_a_button_is_drawn_in_short_tasks(page: Page) -> None:
    press = """{
      const button = document.createElement('button');
      document.querySelector('main').append(button);
      button.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, button: 0}));
      add('a', 'b', 'c', 'd', 'e', 'f');
    }"""
    assert drawn(page, press) == []
    assert drawn(page, "document.querySelector('main button').click()") == ["a", "b", "c", "d", "e", "f"]
    assert max(page.evaluate("numbers()"), default=0) <= MOST
