"""The surrogates as an operator of Presidio's AnonymizerEngine.

Register the operator once, then name it for the entities it shall replace::

    engine = AnonymizerEngine()
    engine.add_anonymizer(NotedeidSurrogate)
    use = OperatorConfig("notedeid_surrogate", {"key": key, "patient_id": "P1"})
    engine.anonymize(text=text, analyzer_results=results, operators={"DEFAULT": use})

Presidio hands over one entity at a time, without its note: parts of names, dates and numbers
agree over mentions all the same; what needs the whole note (nicknames, the note's own date) is
what ``World`` is for. An entity that has no label here becomes a tag.
"""

from collections.abc import Mapping
from typing import Any

from presidio_anonymizer.operators import Operator, OperatorType

from annotation import InputError, Label
from surrogates.keys import Key
from surrogates.place import state_code
from surrogates.policy import Policy
from surrogates.world import World

__all__ = ["NotedeidSurrogate", "label_of"]

_ENTITIES: Mapping[str, Label] = {
    **{label.presidio: label for label in reversed(Label)},
    "LOCATION": Label.CITY,
    "ORGANIZATION": Label.ORGANIZATION,
    "US_ITIN": Label.SSN,
    **dict.fromkeys(("US_DRIVER_LICENSE", "US_PASSPORT", "UK_NHS", "CREDIT_CARD"), Label.IDNUM),
    **dict.fromkeys(("US_BANK_NUMBER", "IBAN_CODE", "CRYPTO"), Label.ACCOUNT),
}


def label_of(entity: str, text: str) -> Label | None:
    """The label of a Presidio entity, or the label itself by its name; None when there is none."""
    if entity == "LOCATION":
        address = any(char.isdigit() for char in text)
        return Label.STREET if address else Label.STATE if state_code(text) else Label.CITY
    return Label.__members__.get(entity) or _ENTITIES.get(entity)


class NotedeidSurrogate(Operator):
    """Replaces one entity by its surrogate."""

    def operate(self, text: str, params: dict[Any, Any] | None = None) -> str:
        """The surrogate of an entity.

        Args:
            text: the entity's text.
            params: ``key`` (Key) and ``patient_id``, optionally ``policy`` (Policy); or ``world``,
                a studied World. Presidio adds ``entity_type``.
        """
        params = params or {}
        entity = str(params.get("entity_type") or "")
        label = label_of(entity, text)
        if label is None:
            return f"[{entity or 'REMOVED'}]"
        world = params.get("world")
        if world is None:
            world = World(params["key"], params["patient_id"], params.get("policy") or Policy())
        return str(world.value(text, label))

    def validate(self, params: dict[Any, Any] | None = None) -> None:
        """Refuse parameters that name no world.

        Raises:
            InputError: neither a world nor a key and a patient id.
        """
        params = params or {}
        alone = isinstance(params.get("key"), Key) and isinstance(params.get("patient_id"), str)
        if not alone and not isinstance(params.get("world"), World):
            raise InputError("notedeid_surrogate needs 'key' and 'patient_id', or 'world'")

    def operator_name(self) -> str:
        """The name by which an OperatorConfig asks for it."""
        return "notedeid_surrogate"

    def operator_type(self) -> OperatorType:
        """It anonymizes."""
        return OperatorType.Anonymize
