"""Mail through the server's own SMTP relay."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from contextlib import closing
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from app.games.lines import one_line
from app.settings import Settings

SECONDS = 10.0
"""How long the relay may take for each step."""
LONGEST = 160


class Mailer:
    """Sends plain mail, where an SMTP address is set."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_set(self) -> bool:
        """Whether mail can be sent at all."""
        return bool(self._settings.smtp_url)

    @property
    def sender(self) -> str:
        """The address mail comes from, without a name."""
        return parseaddr(self._settings.mail_from)[1]

    async def send(self, to: str, subject: str, text: str) -> str:
        """Empty once the relay has taken the mail, else what went wrong."""
        if not self.is_set:
            return "mail is not set up"
        try:
            letter = letter_of(self._settings.mail_from, to, subject, text)
        except ValueError as error:
            return f"no address: {error}"
        try:
            await asyncio.to_thread(self._hand_over, letter)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return brief(str(error) or type(error).__name__)
        return ""

    def _hand_over(self, letter: EmailMessage) -> None:
        """The relay has taken the letter, over TLS where it offers that."""
        relay, tls = urlsplit(self._settings.smtp_url), ssl.create_default_context()
        host, port, safe = relay.hostname or "", relay.port or 0, relay.scheme == "smtps"
        if safe:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port or 465, timeout=SECONDS, context=tls)
        else:
            smtp = smtplib.SMTP(host, port or 25, timeout=SECONDS)
        with closing(smtp), smtp:
            smtp.ehlo()
            if not safe and smtp.has_extn("starttls"):
                smtp.starttls(context=tls)
                smtp.ehlo()
            if relay.username:
                smtp.login(unquote(relay.username), unquote(relay.password or ""))
            smtp.send_message(letter)


def letter_of(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A letter to exactly one address; a ``ValueError`` if that is none."""
    if to.count("@") != 1 or not to.isprintable() or set(to) & set(' ,;:<>()[]\\"'):
        raise ValueError(brief(to))
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, brief(subject)
    letter["Date"] = formatdate(usegmt=True)
    letter["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].partition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text)
    return letter


def brief(text: str) -> str:
    """The text in one line, cut where it gets long."""
    return one_line(text)[:LONGEST]
