"""A setting that was changed in the program stands in the file, and nothing else in it has moved."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.config import load
from paperreader.errors import Busy, ConfigError, ReadOnly
from paperreader.session.settings import keep_setting

WRITTEN = """\
# My settings.

theme = 'ink'   # calm
opener = ["firefox"]

# Keys that my hands know.
[keys]  # only two
star = "b"      # not s
top = "g g"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(WRITTEN)
    return path


def test_a_value_is_replaced_where_it_stands_and_its_comment_stays(file: Path) -> None:
    keep_setting(file, "theme", "nord")
    assert file.read_text() == WRITTEN.replace("'ink'", '"nord"')


def test_a_new_value_stands_before_the_keys_and_every_line_stays(file: Path) -> None:
    keep_setting(file, "measure", 72)
    after = file.read_text()
    assert [line for line in after.splitlines() if line not in WRITTEN.splitlines()] == ["measure = 72"]
    assert [line for line in WRITTEN.splitlines() if line and line not in after.splitlines()] == []
    settings, problems = load(file)
    assert problems == []
    assert (settings.theme, settings.measure, settings.keys["star"]) == ("ink", 72, ("b",))


def test_a_file_that_is_not_there_is_made_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    keep_setting(path, "row_form", "compact")
    assert path.read_text() == 'row_form = "compact"\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_mode_the_line_ends_and_the_mark_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbfmeasure = 88\r\n\r\n[keys]\r\nstar = 'b'\r\n")
    path.chmod(0o640)
    keep_setting(path, "read_policy", "after 3")
    assert path.read_bytes().startswith(b"\xef\xbb\xbfmeasure = 88\r\n")
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    settings, problems = load(path)
    assert problems == []
    assert (settings.read_policy, settings.read_seconds) == ("after", 3.0)


def test_a_link_is_followed_not_replaced(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    keep_setting(link, "mouse", False)
    assert link.is_symlink()
    assert "mouse = false" in file.read_text()


@pytest.mark.parametrize(
    ("name", "value"), [("theme", 3), ("measure", 7), ("measure", True), ("row_form", "wide"), ("them", "nord")]
)
def test_what_the_schema_refuses_is_not_written(file: Path, name: str, value: object) -> None:
    with pytest.raises(ConfigError):
        keep_setting(file, name, value)  # type: ignore[arg-type]
    assert file.read_text() == WRITTEN


@pytest.mark.parametrize("text", [b"theme = ", b"theme = 'a'\ntheme = 'b'\n", b"\xff\xfe", b"# " + b"x" * 1_000_001])
def test_a_file_that_cannot_be_understood_is_left_alone(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    with pytest.raises(ConfigError, match=r"^config\.toml .* left alone"):
        keep_setting(file, "theme", "nord")
    assert file.read_bytes() == text


def test_a_file_that_cannot_be_written_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from paperreader.system import files

    def refuse(*_: object) -> None:
        raise OSError(30, os.strerror(30))

    monkeypatch.setattr(files.disk, "replace", refuse)
    with pytest.raises(ReadOnly, match=r"^config\.toml cannot be written \(Read-only file system\)$"):
        keep_setting(file, "theme", "nord")
    assert file.read_text() == WRITTEN
    assert list(file.parent.iterdir()) == [file]


_VALUE = st.one_of(st.booleans(), st.integers(-9, 99), st.sampled_from(["ink", "b", "# no comment", "\"'"]))
_COMMENT = st.sampled_from(["", "  # why", "\t# theme = 'x'"])
_LINES = st.lists(
    st.one_of(
        st.sampled_from(["", "# a line", "#theme = 'old'"]),
        st.tuples(st.sampled_from(["theme", "measure", "icons", "opener"]), _VALUE, _COMMENT).map(
            lambda line: f"{line[0]} = {_toml(line[1])}{line[2]}"
        ),
    ),
    max_size=8,
)


def _toml(value: object) -> str:
    import json

    return json.dumps(value)


@given(_LINES, _LINES)
def test_no_line_of_any_file_is_lost(
    tmp_path_factory: pytest.TempPathFactory, top: list[str], below: list[str]
) -> None:
    text = "\n".join([*top, "[keys]", *below])
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    path = tmp_path_factory.mktemp("settings") / "config.toml"
    path.write_text(text)
    keep_setting(path, "theme", "nord")
    after = path.read_text()
    assert tomllib.loads(after) == {**before, "theme": "nord"}
    kept = [line for line in text.splitlines() if line and not line.startswith("theme")]
    assert [line for line in kept if line not in after.splitlines()] == []


def test_the_writer_of_toml_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, paperreader.session.settings, paperreader.ui.app; sys.exit('tomlkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env=_environment(), check=False).returncode == 0


def _environment() -> dict[str, str]:
    import paperreader

    return {**os.environ, "PYTHONPATH": str(Path(paperreader.__file__).parent.parent)}


def test_links_that_lead_round_are_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.symlink_to(tmp_path / "other.toml")
    (tmp_path / "other.toml").symlink_to(file)
    with pytest.raises(ReadOnly, match="cannot be read"):
        keep_setting(file, "measure", 88)


def test_a_link_that_may_not_be_read_is_told_in_words(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.path.realpath", refuse)
    with pytest.raises(ReadOnly, match=r"^config\.toml cannot be read \(Permission denied\)$"):
        keep_setting(file, "measure", 72)


def test_of_two_that_change_the_file_at_once_neither_loses_what_the_other_wrote(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second wants to write when the first has read and not yet written."""
    from paperreader.session import settings as module

    read, second = module._read, threading.Thread(target=lambda: keep_setting(file, "measure", 72))

    def slow(target: Path, path: Path) -> tuple[str, int]:
        found = read(target, path)
        if threading.current_thread() is not second:
            second.start()
            second.join(0.3)  # without a lock it would be done by now, and written over
        return found

    monkeypatch.setattr(module, "_read", slow)
    keep_setting(file, "theme", "nord")
    second.join()
    settings, problems = load(file)
    assert (settings.theme, settings.measure, problems) == ("nord", 72, [])


def test_who_waits_too_long_says_so_and_changes_nothing(file: Path) -> None:
    from paperreader.system.files import locked

    with locked(file), pytest.raises(Busy, match=r"config\.toml is being changed by another terminal"):
        keep_setting(file, "theme", "nord", patience=0.05)
    assert file.read_text() == WRITTEN


def test_what_stands_there_stays_for_who_only_adds(file: Path) -> None:
    keep_setting(file, "theme", "nord", only_new=True)
    assert file.read_text() == WRITTEN
    keep_setting(file, "measure", 72, only_new=True)
    assert load(file)[0].measure == 72
