"""The e-mails: text and simple HTML, in the language of the person, with the headers of RFC 8058."""

import datetime
import html
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from email.utils import format_datetime
from urllib.parse import urlsplit

from projections.sentences.messages import Message
from service.news.digest import texts
from service.news.digest.hours import due_hour, zone_named
from service.news.digest.rows import Digest
from service.news.digest.waiting import Waiting
from service.news.events import game_url, tournament_url
from service.news.texts import load

Line = tuple[str, str | None]
"""A text, and where it leads."""


class _AddressHeader(UnstructuredHeader, BaseHeader):
    """A header with an address in angle brackets, on one line.

    The library would break a long address into encoded words, which mail programs do not decode there (RFC 2047 5).
    """

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _AddressHeader)
_POLICY = EmailPolicy(header_factory=_HEADERS)


def digest_mail(digest: Digest, waiting: Waiting, sender: str, token: str, now: str) -> EmailMessage:
    """Return the e-mail about what waits. `token` is that of unsubscribing."""

    def said(message: Message, **fields: str) -> str:
        return _said(digest, message, **fields)

    parts: list[tuple[str, list[Line]]] = []
    if waiting.games:
        lines = [
            (each.name if each.due is None else said(texts.UNTIL, name=each.name, time=_local(digest, each.due)),
             game_url(digest.site, each.id))
            for each in waiting.games
        ]  # fmt: skip
        parts.append((said(texts.YOUR_TURN), list(lines)))
    if waiting.rounds:
        opening = [
            (
                said(texts.OPENS, name=each.name, time=_local(digest, each.opens_at)),
                tournament_url(digest.site, each.id),
            )
            for each in waiting.rounds
        ]
        parts.append((said(texts.ROUNDS), list(opening)))
    if waiting.challenges:
        asked = [
            (said(texts.UNTIL, name=each.name, time=_local(digest, each.expires_at)), f"{digest.site}/")
            for each in waiting.challenges
        ]
        parts.append((said(texts.CHALLENGES), list(asked)))
    if waiting.unread:
        written = [
            (said(texts.UNREAD_IN, name=each.name, number=str(each.number)), f"{digest.site}/{each.topic}")
            for each in waiting.unread
        ]
        parts.append((said(texts.UNREAD), list(written)))
    page = f"{digest.site}/email#unsubscribe={token}"
    parts.append((said(texts.REASON), [(said(texts.UNSUBSCRIBE, url=page), page)]))
    mail = _mail(digest, sender, said(texts.SUBJECT), parts, now)
    mail["List-Unsubscribe"] = f"<{digest.site}/v1/digests/unsubscriptions/{token}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def confirmation_mail(digest: Digest, sender: str, token: str, now: str) -> EmailMessage:
    """Return the e-mail that asks to confirm the address."""
    url = f"{digest.site}/email#confirm={token}"
    host = urlsplit(digest.site).hostname or ""
    lines: list[Line] = [(_said(digest, texts.IGNORE), None)]
    asked = _said(digest, texts.CONFIRM, host=host, url=url)
    return _mail(digest, sender, _said(digest, texts.CONFIRM_SUBJECT), [(asked, lines)], now)


def _mail(digest: Digest, sender: str, subject: str, parts: list[tuple[str, list[Line]]], now: str) -> EmailMessage:
    mail = EmailMessage(_POLICY)
    mail["From"] = sender
    # text would be parsed, and encoded words in it decoded (RFC 2047)
    mail["To"] = Address(addr_spec=digest.address)
    mail["Subject"] = f"{subject} - Ludolog"
    mail["Date"] = format_datetime(datetime.datetime.fromisoformat(now))
    # the same after a crash between the acceptance and its note, so that receivers drop the second one
    due = digest.requested_at
    if digest.state == "confirmed":
        due = due_hour(digest.next_at, digest.time_zone, digest.hour)
    host = sender.rpartition("@")[2].rstrip(">")
    mail["Message-ID"] = f"<{digest.id}.{''.join(filter(str.isalnum, due))}.{digest.state}@{host}>"
    # RFC 3834: no automatic answers
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n\n".join("\n".join([title, *map(_plain, lines)]) for title, lines in parts) + "\n")
    body = "".join(f"<p>{html.escape(title)}</p><ul>{''.join(map(_item, lines))}</ul>" for title, lines in parts)
    mail.add_alternative(f'<!DOCTYPE html><html lang="{digest.language}"><body>{body}</body></html>', subtype="html")
    return mail


def _plain(line: Line) -> str:
    text, url = line
    return text if url is None or url in text else f"{text}\n  {url}"


def _item(line: Line) -> str:
    text, url = line
    shown = html.escape(text.removesuffix(url or "").rstrip(": ") or text)
    return f"<li>{shown}</li>" if url is None else f'<li><a href="{html.escape(url)}">{shown}</a></li>'


def _said(digest: Digest, message: Message, **fields: str) -> str:
    return load(digest.language).gettext(message.text).format_map(fields)


def _local(digest: Digest, at: str) -> str:
    local = datetime.datetime.fromisoformat(at).astimezone(zone_named(digest.time_zone))
    return f"{local:%Y-%m-%d %H:%M} ({digest.time_zone})"
