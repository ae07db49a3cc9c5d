"""Surrogate telephone numbers, e-mail, user names, web and network addresses.

Only ranges that are reserved for examples and fiction: line numbers 555-0100 to 555-0199 of
the North American plan (ATIS-0300115), numbers for drama of other countries or such as are not
assigned (``surrogates.telephone``), the domains of RFC 2606, the networks of RFC 5737 and RFC
3849. E-mail and user names are built from the surrogate person, so that they agree with the name
in the note.
"""

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from surrogates import telephone
from surrogates.cells import read
from surrogates.keys import Draw, Key
from surrogates.number import Numbers
from surrogates.style import fold, like

_DOMAINS = ("example.org", "example.com", "example.net")
_NETWORKS = ("192.0.2", "198.51.100", "203.0.113")
_NANP, _LOCAL = 10, 7
_GROUPS, _LINES = 6, 100
_MISREAD = str.maketrans("OolI", "0011")
_RUN = re.compile(r"[^\W\d_]+|\d+")
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_AT = re.compile(r"\s*(?:@|[(\[]at[)\]]|\bat\b)\s*", re.IGNORECASE)
_OCTETS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


@dataclass(slots=True)
class Contacts:
    """Contacts of one patient.

    Attributes:
        key: scoped to the data set.
        patient_id: whose contacts they are.
        numbers: the patient's other numbers, for extensions.
        area: gives the surrogate of an area code.
        word: gives the surrogate of a word that is part of a known name; empty when it is none.
    """

    key: Key
    patient_id: str
    numbers: Numbers
    area: Callable[[str], str]
    word: Callable[[str, str], str]
    _chosen: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    _taken: set[str] = field(default_factory=set, repr=False)

    def prepare(self, phones: AbstractSet[str]) -> None:
        """Choose for known telephone numbers in sorted order, so that few share a surrogate."""
        for text in sorted(phones):
            self.phone(text)
            self._taken |= set(self._chosen.values())

    def _draw(self, kind: str, value: str, epoch: str) -> Draw:
        return self.key.draw(kind, self.patient_id, value, epoch)

    def phone(self, text: str, epoch: str = "") -> str:
        """A telephone, pager or fax number, or an extension alone."""
        cells = read(text, numeric=True)
        digits = cells.canonical
        if len(digits) < _LOCAL:
            return self.numbers.write(cells, epoch)
        return cells.write(self._phone_digits(digits, text, epoch))

    def _phone_digits(self, digits: str, text: str, epoch: str) -> str:
        if foreign := telephone.read(text, digits):
            return self._foreign(foreign, epoch)
        lead = 1 if len(digits) > _NANP and digits[0] == "1" else 0
        body = digits[lead:]
        if len(body) == _LOCAL:
            return digits[:lead] + self._line(body, "", epoch)
        if len(body) < _NANP:
            return self._local(digits, epoch)
        extension = self.numbers.choose(body[_NANP:], epoch) if body[_NANP:] else ""
        line = self._line(body[:_NANP], self.area(body[:3]), epoch)
        return digits[:lead] + line + extension

    def _line(self, number: str, before: str, epoch: str) -> str:
        """A line of fiction after an area code; none that the patient's own notes name."""
        slot = (number, before, epoch)
        if slot not in self._chosen:
            draw = self._draw("line", number, epoch)
            own = {known[-len(before) - _LOCAL :] for known in self.numbers.known} | {number}
            every = [new for n in range(_LINES) if (new := f"{before}55501{n:02d}") not in own]
            free = [new for new in every if new not in self._taken]
            self._chosen[slot] = draw.choose(free or every)
        return self._chosen[slot]

    def _local(self, digits: str, epoch: str) -> str:
        draw = self._draw("foreign", digits, epoch)
        return self._line(digits, "".join(str(draw.below(10)) for _ in digits[:-_LOCAL]), epoch)

    def _foreign(self, number: telephone.Foreign, epoch: str) -> str:
        slot = (number.country, number.national, epoch)
        if slot not in self._chosen:
            draw = self._draw("line", number.country + number.national, epoch)
            drawn = (telephone.fictional(number, draw) for _ in range(_LINES))
            own = {known[-len(number.national) :] for known in self.numbers.known} | {number.national}
            fit = [new for new in dict.fromkeys(drawn) if new not in own]
            free = [new for new in fit if new not in self._taken]
            self._chosen[slot] = (free or fit)[0]
        extension = self.numbers.choose(number.extension, epoch) if number.extension else ""
        return number.lead + self._chosen[slot] + extension

    def email(self, text: str, epoch: str = "") -> str:
        """An e-mail address at an example domain."""
        at = _AT.search(text)
        local, domain = (text[: at.start()], text[at.end() :]) if at else (text, "")
        new = self._draw("domain", fold(domain), epoch).choose(_DOMAINS)
        return (
            f"{self.username(local, epoch)}{at[0] if at else '@'}{new.upper() if domain.isupper() else new}"
        )

    def username(self, text: str, epoch: str = "") -> str:
        """A login or handle: words of known names by their surrogates, digits redrawn."""
        new = _RUN.sub(lambda run: self._run(run[0], text, epoch), text)
        return new if fold(new) != fold(text) else self.username(new + "x", epoch)

    def _run(self, run: str, whole: str, epoch: str) -> str:
        if run.isdigit():
            draw = self._draw("login digits", fold(whole), epoch)
            return "".join(str(draw.below(10)) for _ in run)
        new = self.word(fold(run), epoch)
        return like(run, new)

    def url(self, text: str, epoch: str = "") -> str:
        """A web address at an example domain, with a path as long as the original's."""
        scheme = _SCHEME.match(text)
        rest = text[scheme.end() :] if scheme else text
        host, slash, path = rest.partition("/")
        draw = self._draw("url", fold(rest), epoch)
        new_host = ("www." if host.lower().startswith("www.") else "") + draw.choose(_DOMAINS)
        new_path = "".join(_same_kind(draw, char) for char in path)
        if not slash:
            new_host = f"{''.join(_same_kind(draw, 'a') for _ in range(6))}.{new_host.removeprefix('www.')}"
        return (scheme[0] if scheme else "") + new_host + slash + new_path

    def ip(self, text: str, epoch: str = "") -> str:
        """A network address of the documentation ranges."""
        draw = self._draw("ip", fold(text), epoch)
        if _OCTETS.search(repaired := text.translate(_MISREAD)):
            return _OCTETS.sub(lambda old: self._octets(draw, old[0]), repaired)
        tail = [f"{draw.below(1 << 16):x}" for _ in range(min(_GROUPS, max(1, text.count(":") - 1)))]
        return "2001:db8:" + (":" if len(tail) < _GROUPS else "") + ":".join(tail)

    def _octets(self, draw: Draw, old: str) -> str:
        while (new := f"{draw.choose(_NETWORKS)}.{1 + draw.below(254)}") == old:
            pass
        return new


def _same_kind(draw: Draw, char: str) -> str:
    if char.isdigit():
        return str(draw.below(10))
    return like(char, "abcdefghijklmnopqrstuvwxyz"[draw.below(26)]) if char.isalpha() else char
