"""The page of the bots, and the data set of values."""

from service.bots.values import PUBLISHED, published
from tests.service.server import Server


def test_the_data_set_of_values_is_sent_as_it_is_published(server: Server) -> None:
    sent = server.client().get("/bots/values.json")

    assert (sent.status_code, sent.headers["content-type"]) == (200, "application/json")
    assert sent.content == PUBLISHED.read_bytes()
    again = server.client().get("/bots/values.json", headers={"If-None-Match": sent.headers["etag"]})
    assert again.status_code == 304


def test_the_page_shows_the_worth_of_each_seat(server: Server) -> None:
    page = server.client().get("/bots").text

    assert 'href="/bots/values.json"' in page
    for title, values in published().titles.items():
        table = page.partition(f'id="seats-{title}"')[2].partition("</table>")[0]
        seats = [each for size in values.sizes for each in size.seat_values]
        assert table.count("<tr>") == 1 + len(seats)
        assert all(f"{100 * each.share:.1f}%" in table for each in seats)
