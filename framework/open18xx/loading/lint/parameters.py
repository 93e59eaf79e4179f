"""Parameters of hook modules, against the schemas beside the modules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from jsonschema.protocols import Validator
from referencing.exceptions import Unresolvable

from open18xx.loading.builders.section import Section
from open18xx.loading.nodes import Mark, Plain, Source
from open18xx.loading.problems import Report
from open18xx.loading.schemas import schema_faults, validator_of
from open18xx.loading.shape import Finding, findings

_UNUSABLE: Final = (Unresolvable, re.error, RecursionError)


class ParameterSchemas:
    """The schemas of a pack's hook modules, each read once."""

    def __init__(self) -> None:
        self._validators: dict[Path, Validator | None] = {}

    def check(self, item: Section, path: Path, label: str, report: Report) -> None:
        """Check the parameters that an entry of ``hooks`` gives to its module.

        Args:
            path: file of the module.
            label: name of that file for messages.
        """
        parameters: Plain = item.data.get("parameters")
        file = path.with_suffix(".schema.json")
        name = f"{label[:-3]}.schema.json"
        if not file.is_file():
            if parameters:
                report.on("H009", item, "parameters", f"there is no {name} to check the parameters with")
            return
        if file not in self._validators:
            self._validators[file] = _validator(file, name, report)
        validator = self._validators[file]
        if validator is None:
            return
        try:
            found = findings(validator, {} if parameters is None else parameters)
        except _UNUSABLE as error:
            report.add("H007", Mark(Source(name, ""), 1, 1), f"the schema cannot be used: {error}")
            return
        base = (*item.path, "parameters")
        for finding in found:
            _report(finding, base, report)


def _report(finding: Finding, base: tuple[str | int, ...], report: Report) -> None:
    path = (*base, *finding.path)
    report.at(finding.code, "title", path, finding.message, finding.hint, key=finding.key)


def _validator(file: Path, name: str, report: Report) -> Validator | None:
    """Validator of a module's parameters; None when there is none to be had, and then a problem says why."""
    try:
        text = file.read_text(encoding="utf-8")
        schema = json.loads(text)
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        report.add("H007", Mark(Source(name, ""), 0, 0), f"{name} cannot be read: {error}")
        return None
    except json.JSONDecodeError as error:
        report.add("H007", Mark(Source(name, error.doc), error.lineno, error.colno), f"not JSON: {error.msg}")
        return None
    faults = schema_faults(schema)
    for fault in faults:
        report.add("H007", Mark(Source(name, text), 1, 1), fault)
    return None if faults else validator_of(schema)
