"""Titles with other policies, for tests of the engine's mechanisms that no pack of ours uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from open18xx.engine.context import Context
from open18xx.loading.hook_modules import import_hook_module


def with_title(context: Context, **changes: Any) -> Context:
    """The same title and hooks with other fields of the title."""
    title = replace(context.title, **changes, cache={})
    modules = [(m.name, import_hook_module(m.path.parent.parent, m.name)) for m in title.hook_modules]
    return Context(title, modules)


def with_policies(context: Context, **policies: Mapping[str, Any]) -> Context:
    """The same title with some policies changed: ``stock={"priority": "after_last_actor"}``."""
    present = context.title.policies
    changed = {name: replace(getattr(present, name), **values) for name, values in policies.items()}
    return with_title(context, policies=replace(present, **changed))


def with_corporation(context: Context, corporation: str, **changes: Any) -> Context:
    """The same title with a corporation printed differently."""
    companies = context.title.companies
    printed = {**companies.corporations, corporation: replace(companies.corporations[corporation], **changes)}
    return with_title(context, companies=replace(companies, corporations=printed))


def with_structure(context: Context, structure: str, **changes: Any) -> Context:
    """The same title with a share structure cut differently."""
    companies = context.title.companies
    cut = {**companies.structures, structure: replace(companies.structures[structure], **changes)}
    return with_title(context, companies=replace(companies, structures=cut))


def with_market(context: Context, **changes: Any) -> Context:
    """The same title with a market that works differently."""
    return with_title(context, market=replace(context.title.market, **changes))
