"""The delays between attempts."""

from service.core.store.retry import Backoff


def test_delays_double_up_to_the_longest_and_begin_anew_after_a_success() -> None:
    retries = Backoff(0.25, 1.5)
    assert [retries.delay() for _ in range(5)] == [0.25, 0.5, 1.0, 1.5, 1.5]
    retries.reset()
    assert retries.delay() == 0.25
