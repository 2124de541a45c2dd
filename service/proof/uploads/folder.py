"""The check of the folder for files of uploaded bundles."""

import errno
import tempfile

from service.core.settings import Settings, SettingsError


def check_upload_folder(settings: Settings) -> None:
    """Raise SettingsError unless files can be created in the folder for uploads. A full disk is no error of it."""
    folder = settings.upload_folder
    if folder is None:
        return
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            return
        message = (
            f"LUDOLOG_UPLOAD_FOLDER is {folder}, where no file can be created ({error.strerror}): create the folder, "
            "let this user write to it, or leave the setting out"
        )
        raise SettingsError(message) from None
