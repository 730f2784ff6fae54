"""The locks: complete, hashed, the same for everyone, and nothing in them of whoever made them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILES = ("run.txt", "build.txt", "test.txt", "dev.txt", "lock.txt")


def pins(path: Path) -> dict[str, str]:
    """{name: version} of a lock."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", path.read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def asked(checkout: Path) -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for, by lock."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    groups = {name: [Requirement(line) for line in lines] for name, lines in project["dependency-groups"].items()}
    run = [Requirement(line) for line in project["project"]["dependencies"]]
    return {
        "run.txt": run,
        "build.txt": groups["build"] + [Requirement(line) for line in project["build-system"]["requires"]],
        "test.txt": run + groups["build"] + groups["test"],
        "dev.txt": run + groups["build"] + groups["test"] + groups["lint"],
        "lock.txt": groups["lock"],
    }


@pytest.mark.parametrize("name", FILES)
def test_only_pins_hashes_and_comments(checkout: Path, name: str) -> None:
    lines = (checkout / "requirements" / name).read_text("utf-8").splitlines()
    marker = r"( ; [^\\]+)?"
    for line in lines:
        assert re.fullmatch(rf"[a-z0-9._-]+==[^ ;\\]+{marker} \\|    --hash=sha256:[0-9a-f]{{64}}( \\)?| *#.*", line), (
            line
        )
    text = "\n".join(lines)
    for foreign in ("://", "--find-links", "index-url", "trusted-host", "/tmp", "/home", "/root", "/opt", "file:", "@"):
        assert foreign not in text
    assert len(re.findall("==", re.sub(" ; .*", "", text))) == len(
        re.findall(r"\\\n    --hash=\S+(?: \\\n    --hash=\S+)*", text)
    )


@pytest.mark.parametrize("name", FILES)
def test_pins_are_what_pyproject_asks_for(checkout: Path, name: str) -> None:
    pinned = pins(checkout / "requirements" / name)
    for requirement in asked(checkout)[name]:
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not in {name}: run make lock"
        assert requirement.specifier.contains(version), f"{name} has {version}, not {requirement}: run make lock"


def test_the_locks_agree(checkout: Path) -> None:
    wide = pins(checkout / "requirements" / "dev.txt")
    for name in ("run.txt", "build.txt", "test.txt"):
        assert pins(checkout / "requirements" / name).items() <= wide.items()


def test_compiled_packages_are_locked_for_every_platform(checkout: Path) -> None:
    """One hash would mean a lock for one machine: a wheel a platform and Python is dozens."""
    text = (checkout / "requirements" / "run.txt").read_text("utf-8")
    for name in ("apsw", "rapidfuzz"):
        block = re.search(rf"^{name}==.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
        assert block is not None
        assert block[0].count("--hash") > 40


def test_markers_are_of_platforms_and_pythons_alone(checkout: Path) -> None:
    for name in FILES:
        for marker in re.findall(
            r"^[a-z].* ; (.*) \\$", (checkout / "requirements" / name).read_text("utf-8"), re.MULTILINE
        ):
            assert set(re.findall(r"[a-z_]+(?= *[<>=!])", marker)) <= {
                "sys_platform", "platform_python_implementation", "python_full_version", "platform_system", "python_version",
            }  # fmt: skip


def test_textual_is_pinned_exactly(checkout: Path) -> None:
    textual = next(requirement for requirement in asked(checkout)["run.txt"] if requirement.name == "textual")
    assert re.fullmatch(r"==\d+\.\d+\.\d+", str(textual.specifier))
