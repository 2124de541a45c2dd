"""The texts of e-mails, in the catalogue of notifications."""

from projections.sentences.messages import Message

SUBJECT = Message("Your games wait")
YOUR_TURN = Message("It is your turn in:")
UNTIL = Message("{name}, until {time}")
ROUNDS = Message("Rounds that open soon:")
OPENS = Message("{name}, at {time}")
CHALLENGES = Message("Challenges that wait for your answer:")
UNREAD = Message("Messages that you have not read:")
UNREAD_IN = Message("{name}: {number}")
REASON = Message("You get this e-mail at most once a day, because you asked for it.")
UNSUBSCRIBE = Message("Unsubscribe: {url}")

CONFIRM_SUBJECT = Message("Confirm your address")
CONFIRM = Message("This address was entered for a daily e-mail about games on {host}. Confirm it here: {url}")
IGNORE = Message("The link is valid for a day. If it was not you, ignore this e-mail. You get no other one.")

DIGEST_MESSAGES = (
    SUBJECT,
    YOUR_TURN,
    UNTIL,
    ROUNDS,
    OPENS,
    CHALLENGES,
    UNREAD,
    UNREAD_IN,
    REASON,
    UNSUBSCRIBE,
    CONFIRM_SUBJECT,
    CONFIRM,
    IGNORE,
)
"""All messages of e-mails."""
