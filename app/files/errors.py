"""What can go wrong with a file. Messages are for its sender: they name the cause, never content."""


class FileError(Exception):
    """Base of this layer's errors; `str(error)` is a sentence a caller may show."""


class UnsupportedFormat(FileError):
    """The content is not a PDF, a CSV table or an XLSX workbook."""


class UnreadableFile(FileError):
    """The format is known but the file is corrupt, encrypted, hostile or beyond the limits."""


class FileTooLarge(FileError):
    """More bytes than the pool accepts."""


class FilesBusy(FileError):
    """Too many files are waiting already; try again in a few seconds."""
