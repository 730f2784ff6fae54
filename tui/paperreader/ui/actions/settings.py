"""Settings changed in the reader: in force at once, and kept in `config.toml`, whose comments stay."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from paperreader.errors import PaperreaderError
from paperreader.paths import places
from paperreader.ui.actions import action
from paperreader.ui.actions.typing import ask

if TYPE_CHECKING:
    from paperreader.config import Setting
    from paperreader.ui.app import PaperreaderApp
    from paperreader.ui.screens.main import MainScreen

#: Seconds that the reader stands for another terminal that is at the settings, which takes it milliseconds.
PATIENCE = 0.5

_AFTER = "after N"


def _app(screen: MainScreen) -> PaperreaderApp:
    return screen.app  # type: ignore[return-value]


def change(screen: MainScreen, name: str, value: object) -> None:
    """Change a setting and keep it; the file is written when the change is on the screen."""
    from paperreader.config import SCHEMA

    app = _app(screen)
    setting = next(setting for setting in SCHEMA if setting.name == name)
    try:
        app.use(replace(app.settings, **setting.read(value)))  # type: ignore[arg-type]
    except ValueError as error:
        screen.session.say(f"{name}: {error}", "error")
        return
    app.call_after_refresh(partial(_keep, screen, name, value))


def _keep(screen: MainScreen, name: str, value: object) -> None:
    from paperreader.config import variable
    from paperreader.session.settings import keep_setting

    session, file = screen.session, places().settings
    said = f"{name.replace('_', ' ')} {_drawn(value)}"
    try:
        keep_setting(file, name, value, patience=PATIENCE)
    except PaperreaderError as error:
        if name == "theme":
            session.saved.theme = str(value)
        session.say(f"{error}; {said} until you quit", "error")
    else:
        if name == "theme":
            session.saved.theme = ""
        later = "; the mouse follows at the next start" if name == "mouse" else ""
        over = f"; {variable(name)} or an option goes before it" if name in _app(screen).settings.given else ""
        session.say(f"{said}: kept in {file.name}{later}{over}")
    screen.paint()


def _drawn(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "automatic"
    return str(value) if value != "" else "automatic"


@action("settings")
def _settings(screen: MainScreen) -> None:
    """Every setting of the schema with what it is now."""
    from paperreader.config import SCHEMA, Setting, written
    from paperreader.ui.screens.picker import Choice, Picker

    rows = [
        Choice(_drawn(written(_app(screen).settings, setting.name)), _plain(setting.help), setting.name, "", setting)
        for setting in SCHEMA
    ]

    def chosen(setting: object) -> None:
        if isinstance(setting, Setting):
            _choose(screen, setting)

    screen.choose(Picker("Settings", rows), chosen)


def _plain(text: str) -> str:
    """A text of the documentation without its Markdown."""
    return re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", text).replace("`", "")


def _choose(screen: MainScreen, setting: Setting) -> None:
    """Let one of the possible values be chosen, or ask for one."""
    from paperreader.config import value_of, written
    from paperreader.ui.screens.picker import Choice, Picker

    name = setting.name
    if name == "theme":
        _theme(screen)
        return
    now = written(_app(screen).settings, name)

    def ask_for(text: str) -> None:
        label = "seconds after which a paper is read:" if name == "read_policy" else f"{name} ({_plain(setting.form)}):"
        ask(screen, label, answered, text, proposed=True)

    def answered(text: str) -> None:
        value = f"after {text}" if name == "read_policy" else value_of(text)
        change(screen, name, value)

    def chosen(value: object) -> None:
        if value == _AFTER:
            ask_for(f"{_app(screen).settings.read_seconds:g}")
        elif value is not None:
            change(screen, name, value_of(str(value)))

    values = re.findall(r"`([^`]+)`", setting.form)
    if values:
        here = _AFTER if str(now).startswith("after ") else _drawn(now)
        rows = [Choice(value, "now" if value == here else "", value=value) for value in values]
        screen.choose(Picker(name, rows, at=here), chosen)
    else:
        ask_for(_drawn(now) if now not in ("", []) else "")


@action("theme")
def _theme(screen: MainScreen) -> None:
    """A theme, shown while one moves through the names."""
    from paperreader.ui.screens.picker import Choice, Picker
    from paperreader.ui.themes import THEMES

    app, before = _app(screen), screen.app.theme
    rows = [Choice(name, "now" if name == before else "", value=name) for name in THEMES]
    rows.append(Choice("automatic", "ink or paper, as the terminal is dark or light", value=""))

    def show(name: object) -> None:
        if not app.no_color:
            app.theme = app.theme_named(str(name))

    def chosen(value: object) -> None:
        if value is None:
            app.theme = before
        else:
            change(screen, "theme", str(value))

    screen.choose(Picker("Theme", rows, at=before, moved=show), chosen)
