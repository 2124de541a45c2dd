"""After the deletion of an account, nothing of it is left but the acts with the id and their reasons."""

from tests.service.kit import erase, holder, identity
from tests.service.moderation.kit import acts, granted, unique, with_role
from tests.service.moderation.test_suspensions import do
from tests.service.server import Server
from tests.service.talk.test_erased_texts import tables_with


def test_no_name_of_a_deleted_account_remains(server: Server) -> None:
    first, second = unique("Xylophone"), unique("Yodeller")
    player, operator, moderator = server.player(first), with_role(server, "operator"), with_role(server, "moderator")
    who = identity(player)
    do(moderator, who, "warn", reason="keep cool")
    do(moderator, who, "suspend", kind="read_only", reason="not cool")
    do(moderator, who, "rename", name=second)
    do(operator, who, "set_limits", messages=0)
    granted(server, "grant", who, "moderator")
    granted(server, "recover", who)
    assert tables_with(server, first) == {"former_names", "moderation_names"}
    assert "players" in tables_with(server, second)

    # a suspension does not take the right to leave
    assert erase(player).status_code == 204
    for name in (first, second):
        assert tables_with(server, name) == set()
    # what moderators have to account for
    assert tables_with(server, "keep cool") == {"moderation_log"}
    left = {"suspensions", "player_warnings", "account_limits", "player_roles", "recoveries"}
    assert not left & tables_with(server, who)
    found = acts(operator, player=who)
    assert [each["action"] for each in found] == [
        "player.recovery_made", "role.granted", "player.limited", "player.renamed", "player.suspended", "player.warned",
    ]  # fmt: skip
    assert {each["name"] for each in found} == {None}

    # a moderator who leaves is in the log without a name, and no moderator any more
    by = identity(moderator)
    assert erase(moderator).status_code == 204
    assert {each["by_name"] for each in acts(operator, by=by)} == {None}
    assert [each["by"] for each in acts(operator, by=by)] == [by] * 3
    assert holder(server, "x").get("/v1/moderation/acts").status_code == 401
