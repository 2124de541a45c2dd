"""The names of what a player of Minos has, and of the fields of its view."""

from projections.sentences.vocabulary import named

_PLAYER = named(
    money="talents",
    income="income",
    rings="rings",
    ships="ships",
    soldiers="soldiers",
    points="movement points",
    rights="building rights",
)

HOLDINGS = {**_PLAYER, **named(settlements="settlements")}

FIELDS = {
    **_PLAYER,
    **named(
        ships_left="ships in reserve",
        soldiers_left="soldiers in reserve",
        eliminated="out of the game",
        talents_shown="talents open to all",
        fields="fields",
        stock="buildings in stock",
        rings_left="rings in stock",
        idle_rounds_left="rounds left without building",
        turn="turn in progress",
        placing="settlement for a free soldier",
        conflict="conflict in progress",
        ended="reason for the end",
        field="field",
        name="name",
        harbour="harbour",
        covered="covered",
        owner="owner",
        buildings="buildings",
        value="value",
        left_by="left by",
        dice="dice",
        rolls_left="rolls left",
        income_open="Scales can still be used",
        rings_open="rings can be bought",
        jokered="symbols with a Joker",
        starred="symbols with a Star",
        recruited="settlements that have recruited",
        kind="kind",
        space="space",
        attacker="attacker",
        attackers="attacking pieces",
        place="place",
        defender="defender",
        step="current step",
        attack="value of the attack",
    ),
}
