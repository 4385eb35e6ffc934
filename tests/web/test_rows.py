"""Of a panel with many rows only those are sent that have changed."""

from __future__ import annotations

from app.web.page.rows import fresh_rows

PANEL = "<ul><!--row--><li id='a'>{}</li><!--end-->\n<!--row--><li id='b'>{}</li><!--end--></ul>{}"


def test_only_rows_that_changed_are_sent() -> None:
    before = PANEL.format(1, 2, "")
    assert fresh_rows(before, before) == []
    assert fresh_rows(before, PANEL.format(1, 3, "")) == ["<li id='b'>3</li>"]


def test_a_panel_that_is_another_is_sent_whole() -> None:
    before = PANEL.format(1, 2, "")
    assert fresh_rows(before, PANEL.format(1, 2, "<p></p>")) is None
    assert fresh_rows("", before) is None


def test_details_that_are_the_same_are_not_sent_again() -> None:
    row = "<!--row--><li id='a'><b>{}</b><details id=\"d\"><p>{}</p></details></li><!--end-->"
    lean = "<li id='a'><b>2</b><details id=\"d\" data-same></details></li>"
    assert fresh_rows(row.format(1, 1), row.format(2, 1)) == [lean]
    assert fresh_rows(row.format(1, 1), row.format(2, 2)) == [row.format(2, 2)[10:-10]]


def test_rows_in_another_order_are_sent_whole() -> None:
    before = PANEL.format(1, 2, "")
    assert fresh_rows(before, before.translate(str.maketrans("ab", "ba"))) is None
