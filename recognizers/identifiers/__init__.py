"""Identifiers that their written form or their label betrays: one module, one identifier.

Every module has the same face: ``PATTERNS``, declarative and carrying their own examples, and
``RECOGNIZER``. ``RECOGNIZERS`` lists them in a fixed order.
"""

from recognizers.expressions.patterns import PatternRecognizer
from recognizers.identifiers import (
    account,
    address,
    age,
    bioid,
    dates,
    device,
    email,
    fax,
    health_plan,
    idnum,
    ip,
    license,  # noqa: A004 - the field's word; the built-in of that name belongs to the prompt
    mrn,
    phone,
    room,
    ssn,
    url,
    username,
    vehicle,
    zip_code,
)

RECOGNIZERS: tuple[PatternRecognizer, ...] = (
    phone.RECOGNIZER,
    fax.RECOGNIZER,
    email.RECOGNIZER,
    url.RECOGNIZER,
    ip.RECOGNIZER,
    ssn.RECOGNIZER,
    mrn.RECOGNIZER,
    health_plan.RECOGNIZER,
    account.RECOGNIZER,
    license.RECOGNIZER,
    vehicle.RECOGNIZER,
    device.RECOGNIZER,
    bioid.RECOGNIZER,
    room.RECOGNIZER,
    zip_code.RECOGNIZER,
    address.RECOGNIZER,
    dates.RECOGNIZER,
    age.RECOGNIZER,
    idnum.RECOGNIZER,
    username.RECOGNIZER,
)

__all__ = ["RECOGNIZERS"]
