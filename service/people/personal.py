"""What the tables of accounts have of a person."""

from service.core.personal import DERIVED, INTERNAL, SECRET, Own, Personal, Without

ACCOUNTS: tuple[Personal, ...] = (
    Own(
        "players",
        "account",
        "your account: id, name, and when you signed up",
        ("id", "name", "created_at"),
        of="id=?",
        left_out={
            "erased_at": "it is empty while there is an account",
            "name_folded": DERIVED,
            "name_shape": DERIVED,
            "made_by": "only guests have it, see guests.json",
            "guest_in": "only guests have it, see guests.json",
            "all_ended_at": "when an operator ended all your tokens, which moderation.json says",
        },
    ),
    Own(
        "players",
        "guests",
        "the guests for whom you have taken seats in your games",
        ("id", "name", "created_at", "erased_at", "guest_in"),
        of="made_by=?",
        left_out={"made_by": "it is you", "all_ended_at": "only accounts have it"},
    ),
    Own(
        "former_names",
        "former_names",
        "the names that you gave up, and until when they are reserved for you",
        ("name", "given_up_at", "reserved_until"),
        order=("given_up_at", "folded"),
        left_out={
            "player": "it is you",
            "folded": DERIVED,
            "shape": DERIVED,
            "by_operator": "whether an operator replaced the name, which moderation.json says",
        },
    ),
    Own(
        "tokens",
        "tokens",
        "your tokens, the browsers in which you have signed in, and your invitations; those that have ended, too",
        (
            *("id", "label", "created_at", "scopes", "game", "seat", "last_used_at", "revoked_at", "expires_at"),
            *("ends_at", "started_by", "started_until", "grant_id", "within_game", "within_tournament", "token_at"),
        ),
        left_out={"player": "it is you", "hash": SECRET},
    ),
    Own(
        "passkeys",
        "passkeys",
        "your passkeys",
        (
            *("id", "label", "credential", "public_key", "sign_count", "scopes", "expires_at", "created_at"),
            *("last_used_at", "ends_with", "uncounted_at", "token_at"),
        ),
        left_out={"player": "it is you"},
    ),
    Own(
        "account_games",
        "opened_games",
        "the games that you opened and that count towards your limit",
        ("game", "taken_at"),
        order=("game",),
        of="owner=?",
        left_out={"owner": "it is you"},
    ),
    Without("account_changes", "numbers that tell other processes which accounts to read again; no content"),
    Without("account_keys", "digests of idempotency keys, from which no request can be read"),
    Without("account_secret", "a secret of the service, of no person"),
    Without("account_steps", "the number of migrations"),
    Without("request_keys", "digests of idempotency keys, deleted after seven days"),
    Without("sign_ups", "keyed digests of addresses, deleted after an hour; they name no account"),
    Without("stream_tickets", "digests of secrets that are valid for a minute"),
    Without("used_challenges", "digests of random numbers"),
)

APPS: tuple[Personal, ...] = (
    Own(
        "grants",
        "apps",
        "the apps of others that you have let in",
        (
            *("id", "client", "redirect_uri", "scopes", "created_at", "expires_at", "ends_with"),
            *("game", "tournament"),
        ),
        left_out={"player": "it is you", "code": SECRET},
    ),
    Own(
        "authorization_codes",
        "apps_asking",
        "apps that you have allowed in the last minutes, and that have not come for their token yet",
        (
            *("client", "redirect_uri", "scopes", "expires_at", "game", "tournament", "lasts", "until"),
            "made_with",
        ),
        order=("digest",),
        left_out={"player": "it is you", "digest": SECRET, "challenge": SECRET},
    ),
    Own(
        "device_codes",
        "devices_asking",
        "devices about which you have decided in the last minutes",
        (
            *("client", "scopes", "expires_at", "game", "tournament", "is_allowed", "lasts", "until"),
            "made_with",
        ),
        order=("digest",),
        left_out={
            "player": "it is you",
            "digest": SECRET,
            "user_code": SECRET,
            "source": "a digest of the address of the device, which is not yours",
            "polled_at": INTERNAL,
            "pause": INTERNAL,
        },
    ),
    Own(
        "user_code_attempts",
        "wrong_codes",
        "when you typed a wrong code of a device within the last hour",
        ("at",),
        order=("at",),
        left_out={"player": "it is you"},
    ),
    Without("refresh_tokens", "digests of secrets of the apps in apps.json"),
)
