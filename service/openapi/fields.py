"""What the document says of fields of the kernel's own structs: the kernel knows no wire, so it is said here."""

from collections.abc import Mapping

_SEAT = "A seat, from 0."
_HEAD = "The head of the hash chain after this event: 64 hexadecimal digits (SHA-256)."

FIELDS: Mapping[tuple[str, str], str] = {
    ("Range", "field"): "The field of the command that may vary.",
    ("Range", "min"): "The lowest number that it may be.",
    ("Range", "max"): "The highest number that it may be.",
    ("Option", "name"): "The name of the option, as it is sent when a game is opened.",
    ("Option", "values"): "The values that it takes, the default first.",
    ("Option", "meaning"): "What it changes, in words.",
    ("Option", "rules"): "The numbers of the rules that it changes.",
    ("Option", "absent"): "Its value in a game whose first event does not name it; null if every game names it.",
    ("Option", "needs"): "The condition under which it has an effect; null if it always has one.",
    ("Needs", "option"): "The name of another option.",
    ("Needs", "values"): "The values of the other option under which this one has an effect.",
    ("DataSetInfo", "name"): "The name of the data set.",
    ("DataSetInfo", "title"): "What the data set is, in words.",
    ("DataSetInfo", "digest"): "The SHA-256 of its content, 64 hexadecimal digits.",
    ("DataSetInfo", "tables"): "The printed tables by name; which there are depends on the title.",
    ("Rule", "number"): "The number of the rule, as refusals cite it after the title: `4b.2`.",
    ("Rule", "title"): "What the rule is about.",
    ("Rule", "phase"): "The chapter of the rules in which it stands.",
    ("Rule", "text"): "The rule itself, Markdown.",
    ("Rule", "sources"): "What the rule stands on: pages of rule books, rulings, decisions of this implementation.",
    ("Place", "seat"): _SEAT,
    ("Place", "rank"): "The rank, from 1; equals share one.",
    ("Place", "score"): "The score in the unit of the title, such as dollars in Giganten: the sum of the parts.",
    ("Place", "parts"): "What the score is made of.",
    ("ScorePart", "part"): "What this part is for.",
    ("ScorePart", "rule"): "The number of the rule that gives it.",
    ("ScorePart", "amount"): "The amount, in the unit of the score; negative where it costs.",
    ("ScoreChange", "version"): "The version of the event, from 1.",
    ("ScoreChange", "amount"): (
        "By how much the event changed the amount of the part, in the unit of the score: never 0, negative where it "
        "cost."
    ),
    ("Record", "game"): "The id of the game, a UUID.",
    ("Record", "version"): "The number of this event in its game, from 1.",
    ("Record", "at"): "The time of the decision in UTC, such as 2026-11-20T12:00:00.123456Z.",
    ("Record", "type"): "The type of the event, such as `giganten.oil_sold`.",
    ("Record", "shape"): "The shape of the data of this type, from 1; a new shape comes with new fields.",
    ("Record", "seat"): "The seat whose decision this batch of events follows from; null for the table itself.",
    ("Record", "cause"): "The version of the first event of the batch, which all others of the batch follow from.",
    ("Record", "data"): "The public fields of the event.",
    ("Record", "sealed"): "The commitment to the secret of the event, 64 hexadecimal digits; null if it has none.",
    ("Record", "known_to"): "The seats that know the secret now, ascending.",
    ("SeenEvent", "record"): "The public record.",
    ("SeenEvent", "head"): _HEAD,
    ("SeenEvent", "secret"): (
        "The secret fields of the event, an object; only for who knows them, and for everybody once the game is over. "
        "Which fields: the schema that `x-secret` names on the data of the type."
    ),
    ("SeenEvent", "salt"): (
        "What the commitment `sealed` was salted with, 64 hexadecimal digits; only together with the secret."
    ),
    ("GameOpened", "ruleset"): "The title, such as `giganten`.",
    ("GameOpened", "ruleset_version"): "The version of the rules under which the game is played, from 1.",
    ("GameOpened", "data_set"): "The name of the data set.",
    ("GameOpened", "data_digest"): "The SHA-256 of the data set, 64 hexadecimal digits.",
    ("GameOpened", "options"): "Every option of the title with its value in this game.",
    ("GameOpened", "seats"): "How many play.",
    ("GameOpened", "visibility"): "Whether anybody may watch.",
    ("GameOpened", "spectators"): "Whether the table can be watched before the game is over.",
    ("GameOpened", "owner"): "The id of the player who opened the game.",
    ("GameOpened", "seed_commitment"): "The commitment to the secret seed, 64 hexadecimal digits.",
    ("Seed", "seed"): "The seed of the game: 32 bytes, 64 hexadecimal digits.",
    ("SeatTaken", "seat"): _SEAT,
    ("SeatTaken", "player"): "The id of the player, or `bot:` and the name of a bot.",
    ("SeatTaken", "entropy"): "What the seat adds to chance: 32 bytes, 64 hexadecimal digits.",
    ("SeatTaken", "entropy_from"): "Whether the player brought the entropy or the server did.",
    ("SeatLeft", "seat"): _SEAT,
    ("SeatResigned", "seat"): _SEAT,
    ("SeatResigned", "player"): "The bot that plays the seat from now on, such as `bot:careful`.",
    ("GameEnded", "places"): "The final ranking, best first.",
}
"""Words for a field, by the name of its struct and its own."""
