"""Lines being typed: the filter, which takes effect at every key, and the questions of the hint line."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from paperreader.errors import PaperreaderError
from paperreader.paths import is_folder, typed
from paperreader.ui.actions import action
from paperreader.ui.line_editor import LineEditor
from paperreader.ui.widgets.hint_line import Prompt

if TYPE_CHECKING:
    from paperreader.ui.screens.main import MainScreen


class Typing(Protocol):
    """Takes keys while a line is being typed."""

    def key(self, key: str, character: str | None) -> None:
        """Take a key."""

    def paste(self, text: str) -> None:
        """Take a pasted text."""


class FilterTyping:
    """The filter: the list follows every key, the arrows move in it meanwhile."""

    def __init__(self, screen: MainScreen) -> None:
        self.screen = screen
        session = screen.session
        # A blank ends what is there, so that typing on does not change its last word.
        begun = f"{session.query.rstrip()} " if session.query.strip() else ""
        self.editor = LineEditor(begun, session.saved.queries)
        screen.filter.editor = self.editor
        screen.hint.filtering = True

    def key(self, key: str, character: str | None) -> None:
        screen, session, editor = self.screen, self.screen.session, self.editor
        session.hush()
        if key in ("enter", "escape"):
            self._close()
            if key == "escape":
                session.type("")
            else:
                if editor.text != editor.text.strip():
                    session.type(editor.text.strip())
                session.keep_query()
        elif key == "up" and (not editor.text or (editor.recalling and not session.cursor)):
            # In a list one cannot go up in, the next older query.
            editor.recall(-1)
            session.type(editor.text)
        elif key == "tab":
            self._complete()
        elif key in ("down", "up", "pagedown", "pageup", "ctrl+n", "ctrl+p"):
            page = screen.list.rows
            steps = {"down": 1, "ctrl+n": 1, "up": -1, "ctrl+p": -1, "pagedown": page, "pageup": -page}
            session.move(steps[key])
        else:
            before = editor.text
            if not editor.key(key, character):
                return
            if editor.text != before:
                session.type(editor.text)
        self._offer()
        screen.paint()

    def _offer(self) -> None:
        """Show what Tab would complete."""
        editor, engine = self.editor, self.screen.session.engine
        found = engine.complete(editor.text, editor.cursor) if self.screen.typing is self and editor.text else []
        self.screen.hint.completions = [
            completion.label
            for completion in found
            if completion.text.strip() != editor.text[completion.start : completion.end].strip()
        ]

    def _complete(self) -> None:
        """Take the nearest completion of a field name or value."""
        editor, engine = self.editor, self.screen.session.engine
        for completion in engine.complete(editor.text, editor.cursor)[:1]:
            begun = editor.text[: completion.start] + completion.text
            editor.set(begun + editor.text[completion.end :], len(begun))
            self.screen.session.type(editor.text)

    def paste(self, text: str) -> None:
        self.editor.insert(text)
        self.screen.session.type(self.editor.text)
        self.screen.paint()

    def _close(self) -> None:
        self.screen.typing = None
        self.screen.filter.editor = None
        self.screen.hint.filtering = False
        self.screen.rearrange(typing=False)


class PromptTyping:
    """A question in the hint line: Enter answers, Esc leaves it. What was refused is asked again as it was typed."""

    def __init__(self, screen: MainScreen, prompt: Prompt) -> None:
        self.screen = screen
        self.prompt = prompt
        screen.hint.prompt = prompt

    def key(self, key: str, character: str | None) -> None:
        editor = self.prompt.editor
        self.screen.session.hush()
        if key in ("enter", "escape"):
            self.screen.typing = None
            self.screen.hint.prompt = None
            if key == "enter":
                self.screen.guarded(lambda: self.prompt.done(editor.text.strip()))
                message = self.screen.session.message
                if message is not None and message.kind == "error" and self.screen.idle:
                    self.screen.typing, self.screen.hint.prompt = self, self.prompt
        elif key == "tab":
            if self.prompt.complete is not None:
                before, after = editor.text[: editor.cursor], editor.text[editor.cursor :]
                before = self.prompt.complete(before)
                editor.set(before + after, len(before))
        elif key == "up":
            editor.recall(-1)
        elif key == "down":
            editor.recall(1)
        else:
            editor.key(key, character)
        self.screen.paint()

    def paste(self, text: str) -> None:
        self.prompt.editor.insert(text)
        self.screen.paint()


def start_filter(screen: MainScreen) -> None:
    """Open the filter, from anywhere."""
    if screen.typing is None:
        screen.rearrange(zen=False, pane="list", typing=True)
        screen.typing = FilterTyping(screen)


def ask(
    screen: MainScreen,
    label: str,
    done: Callable[[str], object],
    text: str = "",
    complete: Callable[[str], str] | None = None,
    *,
    proposed: bool = False,
) -> LineEditor:
    """Ask for a line of text; `done` gets it, stripped. Returns the line that is being edited.

    What is typed replaces a `proposed` text; any other stands there to be edited.
    """
    editor = LineEditor(text, proposed=proposed)
    screen.typing = PromptTyping(screen, Prompt(label, editor, done, complete))
    return editor


def complete_path(text: str) -> str:
    """A path, completed as far as the files there agree."""
    path = typed(text)
    folder, beginning = (path, "") if text.endswith(("/", os.sep)) else (path.parent, path.name)
    try:
        names = [
            entry.name + ("/" if is_folder(entry) else "")
            for entry in folder.iterdir()
            if entry.name.startswith(beginning) and (beginning or not entry.name.startswith("."))
        ]
    except (OSError, ValueError):  # no such folder; what can be no name
        return text
    agreed = _agreed(names)
    return text + agreed[len(beginning) :] if len(agreed) > len(beginning) else text


def _agreed(texts: Sequence[str]) -> str:
    """The beginning that all texts share."""
    return os.path.commonprefix(texts)  # noqa: RUF071  (characters are meant, also in names of files)


def complete_tag(known: Sequence[str], text: str) -> str:
    """The last word of `+a -b`, completed as far as the tags that begin so agree."""
    head, _, last = text.rpartition(" ")
    sign, word = (last[:1], last[1:]) if last[:1] in ("+", "-") else ("", last)
    agreed = _agreed([tag for tag in known if tag.startswith(word)]) if word else ""
    return f"{head} {sign}{agreed or word}".lstrip()


action("filter")(start_filter)


@action("tags")
def _tags(screen: MainScreen) -> None:
    targets = screen.session.targets()
    if not targets:
        screen.session.say("no paper here")
        return
    known = " ".join(f"#{tag}" for tag in screen.session.marks.tags(targets[0])) if len(targets) == 1 else ""
    every = [tag for tag, _papers in screen.session.marks.tag_counts()]
    ask(
        screen,
        f"tags {known}".strip() + "  +add -remove:",
        lambda words: screen.session.tag(words, targets),
        complete=lambda text: complete_tag(every, text),
    )


@action("note")
def _note(screen: MainScreen) -> None:
    number = screen.session.number()
    if number is None:
        screen.session.say("no paper here")
    else:
        known = screen.session.marks.note(number)
        ask(screen, "note:", lambda note: screen.session.note(note, [number]), known)


@action("note-editor")
def _note_editor(screen: MainScreen) -> None:
    """The note in the user's editor; the reader is suspended meanwhile."""
    number = screen.session.number()
    if number is None:
        screen.session.say("no paper here")
        return
    from textual.app import SuspendNotSupported

    from paperreader.system.editor import edit

    try:
        with screen.app.suspend():
            text = edit(screen.session.marks.note(number), keep=lambda note: screen.session.note(note, [number]))
    except SuspendNotSupported:
        screen.session.say("this terminal cannot be handed to an editor; e asks for the note here", "error")
    except PaperreaderError as error:
        screen.session.say(str(error), "error")
    else:
        if text:
            screen.session.say(
                f"{screen.session.message.text if screen.session.message else ''}; it is in {text}", "error"
            )


@action("save-view")
def _save_view(screen: MainScreen) -> None:
    def save(name: str) -> None:
        if name:
            screen.session.save_view(name)

    ask(screen, "save this list as a view called:", save)


def _own_view(screen: MainScreen) -> str:
    """The name of the user's view under the sidebar's cursor, or "" after saying why not."""
    item = screen.sidebar.current
    if item is None or item.view is None or item.view.builtin:
        screen.session.say("only your own views can be changed; gv saves the query as one")
        return ""
    return item.view.name


@action("rename-view")
def _rename_view(screen: MainScreen) -> None:
    if name := _own_view(screen):
        ask(screen, "new name of the view:", lambda new: screen.session.rename_view(name, new), name, proposed=True)


@action("move-view-up")
def _move_view_up(screen: MainScreen) -> None:
    _move(screen, -1)


@action("move-view-down")
def _move_view_down(screen: MainScreen) -> None:
    _move(screen, 1)


def _move(screen: MainScreen, step: int) -> None:
    """Move what the sidebar's cursor is on: a paper in the later queue, or a view of the user's own."""
    item = screen.sidebar.current
    if item is not None and item.queued:
        screen.session.move_later(step, item.number)
    elif name := _own_view(screen):
        screen.session.move_view(name, step)


@action("delete-view")
def _delete_view(screen: MainScreen) -> None:
    if name := _own_view(screen):
        screen.session.delete_view(name)
