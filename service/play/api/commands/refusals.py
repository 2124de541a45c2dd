"""The problem document of a command against the rules."""

from domain.game.game import Game
from domain.kernel.values import IllegalCommand, Seat
from projections.languages import ENGLISH
from projections.sentences.choices import rule_title
from projections.sentences.refusals import reason_of
from service.core.http.problems import ProblemError
from service.play.api.texts import language_header
from service.play.api.titles import rule_url
from service.play.choices import choices_of
from service.play.loaded import Loaded
from service.play.texts import Texts, phrases_at


def refused(loaded: Loaded, game: Game, seat: Seat, illegal: IllegalCommand, texts: Texts | None) -> ProblemError:
    """Return the problem with the number and title of the rule, and the legal commands. `game` refused the command.

    The reason, the title and the texts of the commands are in the language of the request; without one, reason and
    title are English.
    """
    refusal, name = illegal.refusal, game.opened.ruleset
    language = ENGLISH if texts is None else texts.language
    return ProblemError(
        "refused",
        reason_of(refusal, name, game.opened.data_set, language),
        language_header(texts),
        rule=f"{name}/{refusal.rule}",
        rule_title=rule_title(name, refusal.rule, language),
        rule_url=rule_url(name, refusal.rule),
        legal=choices_of(game, seat, phrases_at(loaded, game.version, texts)),
    )
