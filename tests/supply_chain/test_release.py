"""`.ci/release`: two builds give the same wheel, and the SBOM lists what the requirements pin."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.supply_chain.exports import ROOT, WITH_TRACING, pinned

BUILT_FROM = (
    ".ci",
    "bundling",
    "deploy",
    "domain",
    "openapi",
    "projections",
    "service",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "hatch_build.py",
    "pyproject.toml",
    "uv.lock",
)


IGNORED = shutil.ignore_patterns("__pycache__")

COMMIT = "0123456789abcdef0123456789abcdef01234567"
"""The copies have no repository: their commit is told, as to the builder of the container image."""


BUNDLES = "service/web/bundles/"


def copied(tmp_path: Path, name: str) -> Path:
    """Return a copy of the sources."""
    copy = tmp_path / name
    copy.mkdir()
    for source in BUILT_FROM:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, copy / source, symlinks=True, ignore=IGNORED)
        else:
            shutil.copy(ROOT / source, copy / source)
    return copy


def released(tmp_path: Path, name: str, time: int) -> Path:
    """Build a release in a copy of the sources whose files have this time of change; returns its folder."""
    copy = copied(tmp_path, name)
    for file in copy.rglob("*"):
        os.utime(file, (time, time))
    folder = tmp_path / f"{name}-built"
    subprocess.run([copy / ".ci" / "release", folder], check=True, env={**os.environ, "SOURCE_COMMIT": COMMIT})
    return folder


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return two builds of the same sources, from folders and times that differ."""
    tmp_path = tmp_path_factory.mktemp("releases")
    return released(tmp_path, "one", 1_700_000_000), released(tmp_path, "another", 1_600_000_001)


def wheel_in(folder: Path) -> Path:
    """Return the only wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_two_builds_of_the_wheel_are_equal(releases: tuple[Path, Path]) -> None:
    one, another = (wheel_in(folder).read_bytes() for folder in releases)
    assert hashlib.sha256(one).hexdigest() == hashlib.sha256(another).hexdigest()


def test_the_wheel_has_all_files_of_the_packages_and_no_others(releases: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheel_in(releases[0])) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name and not name.startswith(BUNDLES)}
    tracked = subprocess.check_output(["git", "ls-files", *("domain", "openapi", "projections", "service")], cwd=ROOT)
    assert packed == {*tracked.decode().splitlines(), "service/build.txt", "service/CHANGELOG.md"}


def test_the_wheel_has_bundles_of_all_modules_and_their_sources(releases: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheel_in(releases[0])) as wheel:
        packed = {name.removeprefix(BUNDLES): wheel.read(name) for name in wheel.namelist() if name.startswith(BUNDLES)}
        names = {name.removeprefix("service/web/static/") for name in wheel.namelist()}
    manifest = json.loads(packed.pop("manifest.json"))
    scripts = {f"js/{name}.js" for name in manifest["modules"].values()}
    sheets = {f"css/{name}.css" for name in manifest["styles"].values()}
    assert packed.keys() == scripts | {f"{script}.map" for script in scripts} | sheets
    modules = {name for name in names if name.startswith("js/") and name.endswith(".js")}
    assert modules - manifest["modules"].keys() == {"js/push/worker.js", "js/embed/ludolog.js"}
    # no folder of the machine that made them
    assert not [name for name, body in packed.items() if str(ROOT).encode() in body]


def test_a_wheel_is_built_without_node(tmp_path: Path) -> None:
    """Whoever installs the sources has modules in place of bundles."""
    copy = copied(tmp_path, "without")
    shutil.rmtree(copy / "bundling" / "node_modules", ignore_errors=True)
    build = ["uv", "build", "--quiet", "--offline", "--no-build-isolation", "--wheel", "--out-dir", tmp_path / "dist"]
    subprocess.run(build, cwd=copy, check=True)
    with zipfile.ZipFile(wheel_in(tmp_path / "dist")) as wheel:
        assert not [name for name in wheel.namelist() if name.startswith(BUNDLES)]
    required = subprocess.run(build, cwd=copy, check=False, env={**os.environ, "WEB_BUNDLES": "required"})
    assert required.returncode != 0


def test_the_wheel_names_its_licence_and_contains_it(releases: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheel_in(releases[0])) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        assert "\nLicense-Expression: MIT\n" in wheel.read(metadata).decode()
        assert wheel.read(metadata.replace("METADATA", "licenses/LICENSE")) == (ROOT / "LICENSE").read_bytes()


def test_the_wheel_names_its_commit(releases: tuple[Path, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_in(releases[0])) as wheel:
        assert wheel.read("service/build.txt").decode() == f"{COMMIT}\n"
        wheel.extractall(tmp_path)
    told = "from service.release import build; print(build())"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip().endswith(f"+g{COMMIT[:8]}")


def test_the_sbom_lists_the_pinned_packages_with_hashes(releases: tuple[Path, Path]) -> None:
    sbom = json.loads((releases[0] / "sbom.cdx.json").read_text())
    assert (sbom["bomFormat"], sbom["specVersion"]) == ("CycloneDX", "1.5")
    assert sbom["metadata"]["component"]["name"] == "ludolog"
    assert {part["name"]: part["version"] for part in sbom["components"]} == pinned(WITH_TRACING.read_text())
    for part in sbom["components"]:
        assert part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}"
        assert all(reference["hashes"] for reference in part["externalReferences"])


def test_the_checksums_cover_all_files(releases: tuple[Path, Path]) -> None:
    for folder in releases:
        lines = (line.split("  ") for line in (folder / "SHA256SUMS").read_text().splitlines())
        sums = {name: checksum for checksum, name in lines}
        files = {file.name for file in folder.iterdir()} - {"SHA256SUMS"}
        assert sums == {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files}
