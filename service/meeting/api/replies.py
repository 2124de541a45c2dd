"""The replies about meetings."""

from service.meeting.api.messages import ChallengedPlayer, ChallengeReply, ChallengeTerms
from service.meeting.rows import Meeting
from service.meeting.terms import MeetingTerms
from service.people.accounts import Accounts
from service.play.api.clocks.messages import clock_reply


def challenge_reply(meeting: Meeting, accounts: Accounts) -> ChallengeReply:
    """Return a meeting as all replies and streams show it."""
    return ChallengeReply(
        id=meeting.id,
        kind=meeting.kind,
        state=meeting.state,
        by=meeting.by,
        players=tuple(
            ChallengedPlayer(each.player, accounts.name_of(each.player), each.has_agreed) for each in meeting.players
        ),
        terms=terms_reply(meeting.terms),
        seat=meeting.wish,
        before=meeting.before,
        game=meeting.id if meeting.state == "started" else None,
        at=meeting.at,
        expires_at=meeting.expires_at,
        ended_at=meeting.ended_at,
        reason=meeting.reason,
        declined_by=meeting.ended_by if meeting.state == "declined" else None,
    )


def terms_reply(terms: MeetingTerms) -> ChallengeTerms:
    """Return what is played."""
    return ChallengeTerms(
        ruleset=terms.ruleset,
        seats=terms.seats,
        bots=terms.bots,
        profile=terms.profile,
        options=dict(terms.options),
        data_set=terms.data_set,
        visibility=terms.visibility,
        spectators=terms.spectators,
        take_back=terms.take_back,
        hints=terms.hints,
        rated=terms.counts,
        others_left="play_on" if terms.plays_on else "end",
        clock=None if terms.clock is None else clock_reply(terms.clock),
    )
