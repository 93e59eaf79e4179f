"""Adds the rule references of all titles to the site when MkDocs builds it; a hook named in mkdocs.yml.

The pages are made anew from the packs in every build, as ``open18xx docs --format md`` makes them, so none of
them is kept in the repository.
"""

from collections.abc import Iterator
from functools import cache

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from open18xx.definition.title import Title
from open18xx.loading import load_title
from open18xx.reference.book import book_of
from open18xx.reference.markdown import markdown_of
from open18xx.render.look import look_of
from open18xx.render.theme import theme_named
from open18xx.resources import titles_dir

FOLDER = "titles"
HEADING = "Titles"

_INDEX = """\
# Titles

The rule references of the titles that come with the program, made from their packs. `open18xx docs TITLE`
writes the same as one HTML page or as a PDF; see [the rule reference](../rule-reference.md).

| title | players | corporations | tiles | rules |
|---|---|---|---|---|
{rows}
"""


@cache
def shipped() -> tuple[Title, ...]:
    """The titles that come with the program, by name."""
    folders = sorted(path.parent for path in titles_dir().glob("*/title.yaml"))
    return tuple(sorted((load_title(folder, hooks=False) for folder in folders), key=lambda one: one.name))


def pages() -> Iterator[tuple[str, bytes]]:
    """Every file that is added: its path below ``docs/`` and what it holds."""
    yield f"{FOLDER}/index.md", _index().encode()
    for title in shipped():
        book = book_of(look_of(title, theme_named("standard")))
        for name, content in markdown_of(book).items():
            yield f"{FOLDER}/{title.id}/{name}", content


def _index() -> str:
    rows = []
    for title in shipped():
        players = sorted(int(number) for number in title.players)
        rows.append(
            f"| [{title.name}]({title.id}/index.md) | {players[0]} to {players[-1]} "
            f"| {len(title.companies.corporations)} | {len(title.tiles.entries)} "
            f"| {len(title.rulebook.ids())} |"
        )
    return _INDEX.format(rows="\n".join(rows))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the titles into the navigation, where mkdocs.yml names their heading."""
    index = f"{FOLDER}/index.md"
    inner = [index, *({title.name: f"{FOLDER}/{title.id}/index.md"} for title in shipped())]
    config.nav = [{HEADING: inner} if entry == {HEADING: index} else entry for entry in config.nav or ()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their drawings."""
    for path, content in pages():
        files.append(File.generated(config, path, content=content))
    return files
