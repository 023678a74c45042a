"""Filling in a form as Discord's client does."""

from collections.abc import Mapping, Sequence

from .components import ACTION_ROW, LABEL, SELECTS, STRING_SELECT, TEXT_INPUT, walk
from .errors import BadValue
from .wire import JsonObject

CHECKBOX_GROUP, CHECKBOX, RADIO_GROUP = 22, 23, 21

FormValue = str | Sequence[str] | bool
_DEFAULT_LONGEST = 4000


def filled_form(modal: JsonObject, values: Mapping[str, FormValue]) -> JsonObject:
    """The `data` of a submitted form.

    What `values` (by custom id) leaves out keeps what the form came with. Raises `BadValue` for an
    unknown custom id and for a value that the form refuses.
    """
    known = {c["custom_id"] for _, c in walk(modal["components"]) if c.get("custom_id")}
    strangers = set(values) - known
    if strangers:
        raise BadValue(f"the form has no {sorted(strangers)}; it has {sorted(known)}")
    components = []
    for number, component in enumerate(modal["components"], start=1):
        filled: JsonObject = {"type": component["type"], "id": component.get("id") or number}
        if component["type"] == ACTION_ROW:
            filled["components"] = [_input(inner, values) for inner in component["components"]]
        elif component["type"] == LABEL:
            filled["component"] = _input(component["component"], values)
        components.append(filled)
    return {"custom_id": modal["custom_id"], "components": components}


def _input(component: JsonObject, values: Mapping[str, FormValue]) -> JsonObject:
    name, kind = component["custom_id"], component["type"]
    filled: JsonObject = {"type": kind, "custom_id": name, "id": component.get("id") or 100}
    given = values.get(name)
    if kind == TEXT_INPUT:
        return filled | {"value": _text(component, given)}
    if kind in SELECTS or kind == CHECKBOX_GROUP:
        return filled | {"values": _chosen(component, given)}
    if kind == RADIO_GROUP:
        return filled | {"value": given}
    if kind == CHECKBOX:
        return filled | {"value": bool(component.get("default") if given is None else given)}
    raise BadValue(f"{name}: components of type {kind} are not served here")


def _text(component: JsonObject, given: FormValue | None) -> str:
    text = component.get("value") or "" if given is None else given
    if not isinstance(text, str):
        raise BadValue(f"{component['custom_id']} takes text")
    required = component.get("required") is not False
    shortest = max(component.get("min_length") or 0, int(required))
    longest = component.get("max_length") or _DEFAULT_LONGEST
    if not shortest <= len(text) <= longest and (text or required):
        raise BadValue(f"{component['custom_id']} takes {shortest} to {longest} characters")
    return text


def _chosen(component: JsonObject, given: FormValue | None) -> list[str]:
    options = component.get("options") or []
    if given is None:
        chosen = [option["value"] for option in options if option.get("default")]
    elif isinstance(given, bool):
        raise BadValue(f"{component['custom_id']} takes values, not a tick")
    else:
        chosen = [given] if isinstance(given, str) else list(given)
    offered = {option["value"] for option in options}
    if component["type"] in {STRING_SELECT, CHECKBOX_GROUP} and not set(chosen) <= offered:
        raise BadValue(f"{component['custom_id']} offers {sorted(offered)}, not {chosen}")
    least, most = component.get("min_values"), component.get("max_values")
    least = int(component.get("required") is not False) if least is None else least
    if not least <= len(chosen) <= (1 if most is None else most):
        raise BadValue(f"{component['custom_id']} does not take {len(chosen)} values")
    return chosen
