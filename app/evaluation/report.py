"""What an evaluation tells: a table, the transcripts of what failed, a JUnit file. Pure."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from app.evaluation.judge import VERDICTS, Held, figures

Results = Sequence[tuple[str, Sequence[Held]]]


def table(results: Results) -> str:
    """Verdicts a file, and of all."""
    rows = [(name, figures(held), len(held)) for name, held in results]
    if len(rows) > 1:
        everything = [one for _, held in results for one in held]
        rows.append(("all", figures(everything), len(everything)))
    width = max(len(name) for name, _, _ in rows)
    head = " ".join([" " * width, *(f"{verdict:>9}" for verdict in VERDICTS), f"{'held':>6}"])
    lines = [
        " ".join([f"{name:{width}}", *(f"{found[verdict]:>9}" for verdict in VERDICTS), f"{count:>6}"])
        for name, found, count in rows
    ]
    return "\n".join([head, *lines])


def transcript(held: Held) -> str:
    """A conversation as it was held, and what is wrong with it."""
    lines = [f"{held.verdict.upper()}: {held.conversation.name}", *(f"  - {reason.text}" for reason in held.reasons)]
    for answer in held.answers:
        lines.append(f"  > {answer.text}")
        lines += [f"    {line}" for line in (answer.reply or f"({answer.state})").splitlines()]
    return "\n".join(lines)


def junit(results: Results) -> str:
    """Wrong and harmful conversations are failures; clumsy ones pass and say why."""
    suites = []
    for name, held in results:
        failed = sum(one.verdict in ("wrong", "harmful") for one in held)
        cases = "".join(_case(name, one) for one in held)
        suites.append(f'<testsuite name={quoteattr(name)} tests="{len(held)}" failures="{failed}">{cases}</testsuite>')
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{"".join(suites)}</testsuites>\n'


def _case(suite: str, held: Held) -> str:
    inner = ""
    if held.verdict in ("wrong", "harmful"):
        inner = f"<failure message={quoteattr(held.verdict)}>{escape(_printable(transcript(held)))}</failure>"
    elif held.verdict == "clumsy":
        inner = f"<system-out>{escape(_printable(transcript(held)))}</system-out>"
    name = quoteattr(_printable(held.conversation.name))
    return f"<testcase classname={quoteattr(suite)} name={name}>{inner}</testcase>"


def _printable(text: str) -> str:
    """Without the characters XML cannot hold."""
    text = text.encode("utf-8", "replace").decode()
    return "".join(char for char in text if char in "\n\t" or (char >= " " and char not in "\ufffe\uffff"))
