"""CSV dialects: a table in any of the encodings and delimiters is read back cell by cell; no bytes break the reader."""

import csv
import io
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from app.files.csvfile import inspect, records
from app.files.errors import FileError

# Characters that every one of the encodings has; an apostrophe in front only says that a cell is text.
cell = st.text("abcxyzÁãçõ0123456789 _-'\"", max_size=12).map(lambda text: text.strip().lstrip("'"))
tables = st.integers(2, 5).flatmap(
    lambda width: st.lists(st.lists(cell, min_size=width, max_size=width), min_size=2, max_size=8)
)
headings = ["nome", "preço", "estoque", "código", "descrição"]


@settings(max_examples=60, deadline=None)
@given(
    tables,
    st.sampled_from([",", ";", "\t", "|", "^", "~"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"]),
    st.sampled_from(["\r\n", "\n"]),
)
def test_a_table_is_read_back_whatever_its_dialect(tmp_path_factory, rows, delimiter, encoding, end):
    rows = [headings[: len(rows[0])], *rows]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    path = tmp_path_factory.getbasetemp() / f"table-{next(_numbers)}.csv"
    path.write_bytes(text.getvalue().encode(encoding))
    dialect = inspect(path)
    assert dialect.delimiter == delimiter
    assert [record for record in records(path, dialect) if record] == rows
    path.unlink()


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | st.text('a1;,|\t"\n\r.', max_size=200).map(str.encode))
def test_no_bytes_break_the_reader(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / f"odd-{next(_numbers)}.csv"
    path.write_bytes(data)
    try:
        rows = list(records(path, inspect(path)))
    except FileError:
        return
    finally:
        path.unlink()
    assert all(isinstance(value, str) for row in rows for value in row)


_numbers = itertools.count()
