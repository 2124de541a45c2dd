"""Descriptions of the fields of domain structs, which have no API documentation of their own."""

from collections.abc import Mapping

_SEAT = "The number of a seat, from 0."
_BOT = "The bot that takes over the seat, such as `bot:careful`."
_HEAD = "The head of the hash chain after this event: 64 hexadecimal digits (SHA-256)."

FIELDS: Mapping[tuple[str, str], str] = {
    ("Range", "field"): "The name of the field that may vary.",
    ("Range", "min"): "The lowest value.",
    ("Range", "max"): "The highest value.",
    ("Option", "name"): "The name of the option in requests.",
    ("Option", "values"): "The allowed values, the default first.",
    ("Option", "meaning"): "The effect of the option.",
    ("Option", "rules"): "The numbers of the rules that it changes.",
    ("Option", "absent"): (
        "The value in games that were opened before the option existed, whose `options` lack it; null if every game "
        "has it."
    ),
    ("Option", "needs"): "The condition for the option to have an effect; null if there is none.",
    ("Option", "seats"): (
        "The numbers of seats with which the option has an effect; empty: with every number. An option without effect "
        "is refused, except where a request repeats the complete options of a game."
    ),
    ("Needs", "option"): "The name of the other option.",
    ("Needs", "values"): "The values of the other option under which this one has an effect.",
    ("Needs", "seats"): "Those of these values that suffice with some numbers of seats only, with these numbers.",
    ("ScoreInfo", "unit"): "The unit of scores in the plural, such as `dollars`.",
    ("ScoreInfo", "symbol"): "The symbol of the unit, such as `$`.",
    ("ScoreInfo", "parts"): "The parts that add up to a score.",
    ("PartInfo", "part"): "The name of the part in results.",
    ("PartInfo", "title"): "The title of the part.",
    ("PartInfo", "rule"): "The number of its rule.",
    ("DataSetInfo", "name"): "The name of the data set.",
    ("DataSetInfo", "title"): "The title of the data set.",
    ("DataSetInfo", "digest"): "The SHA-256 of its content, 64 hexadecimal digits.",
    ("DataSetInfo", "tables"): "The printed tables by name. They depend on the title.",
    ("Place", "seat"): _SEAT,
    ("Place", "rank"): "The rank, from 1. Equal seats share a rank.",
    ("Place", "score"): "The score in the unit of the title, such as dollars in Giganten: the sum of the parts.",
    ("Place", "parts"): "The parts of the score.",
    ("ScorePart", "part"): "The name of the part.",
    ("ScorePart", "rule"): "The number of its rule.",
    ("ScorePart", "amount"): "The amount in the unit of the score. Costs are negative.",
    ("ScoreChange", "version"): "The version of the event, from 1.",
    ("ScoreChange", "amount"): (
        "The change of the amount of the part in the unit of the score. Costs are negative; 0 does not occur."
    ),
    ("Record", "game"): "The id of the game, a UUID.",
    ("Record", "version"): "The number of this event in its game, from 1.",
    ("Record", "at"): "The time of the decision in UTC, such as 2026-11-20T12:00:00.123456Z.",
    ("Record", "type"): "The type of the event, such as `giganten.oil_sold`.",
    ("Record", "shape"): "The version of the fields of this event type, from 1.",
    ("Record", "seat"): "The seat that made the decision, on the first event of a batch; null otherwise.",
    ("Record", "cause"): "The version of the decision event that caused this event.",
    ("Record", "data"): "The public fields of the event.",
    ("Record", "sealed"): "The commitment to the secret of the event, 64 hexadecimal digits; null without a secret.",
    ("Record", "known_to"): "The seats that know the secret at this event, ascending.",
    ("SeenEvent", "record"): "The public record.",
    ("SeenEvent", "head"): _HEAD,
    ("SeenEvent", "secret"): (
        "The secret fields of the event: only for viewers who know them, and for all viewers when the game is over. "
        "`x-secret` on the data of the event type refers to their schema."
    ),
    ("SeenEvent", "salt"): (
        "The salt of the commitment `sealed`, 64 hexadecimal digits. Present only together with the secret."
    ),
    ("Closing", "public_key"): "The public key that signed, 64 hexadecimal digits; null without a signature.",
    ("Closing", "signature"): (
        "The Ed25519 signature of the canonical JSON (RFC 8785) of `statement`, 128 hexadecimal digits; null in an "
        "unsigned file."
    ),
    ("Closing", "statement"): "What is signed: the tip of the log.",
    ("HeadStatement", "at"): "The time of the last event in UTC.",
    ("HeadStatement", "game"): "The id of the game, a UUID.",
    ("HeadStatement", "head"): _HEAD,
    ("HeadStatement", "version"): "The number of events of the game.",
    ("HeadStatement", "key_id"): "The id of the signing key; null without a signature.",
    ("ForeseenEvent", "type"): "The type of the event, such as `giganten.oil_sold`.",
    ("ForeseenEvent", "data"): "The public fields of the event: those of `data` in a record of this type.",
    ("ForeseenEvent", "secret"): "The secret fields of the event. Present only if your seat would know them.",
    ("GameOpened", "ruleset"): "The title, such as `giganten`.",
    ("GameOpened", "ruleset_version"): "The version of the rules under which the game is played, from 1.",
    ("GameOpened", "data_set"): "The name of the data set.",
    ("GameOpened", "data_digest"): "The SHA-256 of the data set, 64 hexadecimal digits.",
    ("GameOpened", "options"): "The value of every option of the title.",
    ("GameOpened", "seats"): "The number of seats.",
    ("GameOpened", "visibility"): "Whether the game is public or private.",
    ("GameOpened", "spectators"): "Who may watch before the game is over.",
    ("GameOpened", "owner"): "The id of the player who opened the game.",
    ("GameOpened", "seed_commitment"): "The commitment to the secret seed, 64 hexadecimal digits.",
    ("Seed", "seed"): "The seed of the game: 32 bytes, 64 hexadecimal digits.",
    ("SeatTaken", "seat"): _SEAT,
    ("SeatTaken", "player"): "The id of the player, or `bot:` and the name of a bot.",
    ("SeatTaken", "entropy"): "The entropy of the seat: 32 bytes, 64 hexadecimal digits.",
    ("SeatTaken", "entropy_from"): "The source of the entropy.",
    ("SeatLeft", "seat"): _SEAT,
    ("SeatResigned", "seat"): _SEAT,
    ("SeatResigned", "player"): _BOT,
    ("GameOpened", "clock"): "The clock; absent in a game without one.",
    ("GameOpened", "take_back"): "True: a seat can take back its last decision. Absent: decisions are final.",
    ("GameOpened", "hints"): "True: a seat can take hints of the engine. Absent: there are none.",
    ("HintTaken", "seat"): _SEAT,
    ("HintTaken", "decision"): "The id of the open decision of the seat.",
    ("Advice", "choices"): "One to three choices of the engine, the best one first.",
    ("Advised", "command"): "The command.",
    ("Advised", "chance"): "The winning chance of the seat after it, in thousandths, by what the seat knows.",
    ("Advised", "error"): "The standard error of the chance, in thousandths.",
    ("GameOpened", "rated"): (
        "Whether the game counts for ratings. Absent: a public game of registered players does, unless it has "
        "take-backs or hints, or a ruling adjudicates it, replaces a player or gives up a seat."
    ),
    ("GameOpened", "others_left"): (
        "What happens when one player is left in a game that at least two players started. Absent: bots play on."
    ),
    ("OthersLeft", "seat"): "The seat of the player who is left, and who is first.",
    ("GameOpened", "name"): "The name of the game; absent if it has none.",
    ("GameOpened", "tags"): "The tags of the game; absent if it has none.",
    ("GameOpened", "reserved"): (
        "By seat: the id of the player who may take it, `invitation`, or null for a seat that is not reserved. Absent: "
        "no seat is reserved."
    ),
    ("GameOpened", "substitutes"): "The players who may take a reserved seat that is free after the start time.",
    ("GameOpened", "starts_at"): "The time at which the game starts; absent: its owner starts it.",
    ("GameOpened", "no_show"): "What happens at the start time while seats are free. Absent: the game waits.",
    ("GameOpened", "grace"): "The seconds after the start time in which substitutes may take free seats.",
    ("GameOpened", "min_completion"): (
        "The percentage of finished games that a player needs for a seat that is not reserved. Absent: any."
    ),
    ("GameOpened", "min_rating"): "The lowest rating for a seat that is not reserved. Absent: any.",
    ("GameOpened", "max_rating"): "The highest rating for a seat that is not reserved. Absent: any.",
    ("Clock", "allowance"): "The seconds for each decision that do not reduce the bank.",
    ("Clock", "bank"): "The seconds that a seat may use beyond the allowances in the whole game.",
    ("Clock", "on_empty"): (
        "The effect of too many strikes: with `bot`, a bot plays until the player returns; with `resign`, "
        "the seat resigns. A seat to which the player has not returned at the end counts as resigned."
    ),
    ("Clock", "strikes"): "The number of decisions by the clock after which `on_empty` applies.",
    ("Clock", "vacation"): "The seconds in the whole game for which a seat may stop its clock.",
    ("DecisionTakenBack", "seat"): _SEAT,
    ("DecisionTakenBack", "to"): "The version whose state the game has again.",
    ("ClockSwitched", "seats"): "The seats that have to decide now, ascending.",
    ("ClockRanOut", "seat"): _SEAT,
    ("ClockRanOut", "decision"): "The id of the decision that the bot of the service answers.",
    ("ClockRanOut", "strike"): "How often the clock of the seat has run out, from 1.",
    ("SeatTakenOver", "seat"): _SEAT,
    ("SeatTakenOver", "player"): _BOT,
    ("SeatReturned", "seat"): _SEAT,
    ("VacationTaken", "seat"): _SEAT,
    ("VacationTaken", "seconds"): "The seconds for which the clock of the seat stops.",
    ("SeatDeclined", "seat"): _SEAT,
    ("SeatDeclined", "player"): "The id of the player for whom the seat waited.",
    ("ReplacementOffered", "seat"): _SEAT,
    ("ReplacementOffered", "player"): "The id of the player to whom the seat is offered.",
    ("PlayerReplaced", "seat"): _SEAT,
    ("PlayerReplaced", "player"): "The id of the player who has the seat from now on.",
    ("SeatGivenUp", "seat"): _SEAT,
    ("SeatGivenUp", "player"): _BOT,
    ("Adjudicated", "ranks"): "The rank of each seat, by seat. Equal seats share a rank.",
    ("ClockExtended", "seat"): _SEAT,
    ("ClockExtended", "seconds"): "The seconds that the bank of the seat grows by.",
    ("GamePaused", "until"): "The latest time at which the game continues.",
    **{
        (ruling, field): meaning
        for ruling in (
            *("ReplacementOffered", "PlayerReplaced", "SeatGivenUp"),
            *("Adjudicated", "ClockExtended", "GamePaused", "GameResumed"),
        )
        for field, meaning in (
            ("reason", "The reason of the ruling; null if the game continues automatically."),
            ("author", "The id of the player who ruled; null if the game continues automatically."),
        )
    },
    ("GameEnded", "places"): "The final ranking, best first.",
}
"""Descriptions by the names of struct and field."""
