"""When the latest backup was made, by the times of files: any program may have written it."""

from pathlib import Path


def latest_backup(path: Path) -> float | None:
    """Return the time of the latest backup in seconds since 1970; None: there is none.

    `path` is a file that each successful backup writes or touches, or a folder of backups, each a file or a folder in
    it. Empty files and names that begin with a dot do not count. Raises OSError, such as for a folder that may not be
    read.
    """
    try:
        found = [each for each in path.iterdir() if not each.name.startswith(".")] if path.is_dir() else [path]
        times = [state.st_mtime for each in found if (state := each.stat()).st_size or path == each]
    except FileNotFoundError:
        # the folder, or a backup that was deleted meanwhile
        times = []
    return max(times, default=None)
