"""A system without a font of its own shows the program's; one that is chosen stays."""

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from workbench.gui.look import fonts
from workbench.gui.look.theme import code_font


def test_a_stand_in_gives_way_to_the_programs_fonts(qapp):
    # The machines that run this have no others; see also the first line of the next test.
    assert fonts.window_family(QFont("DejaVu Sans")) == "Inter"
    bold = QFont("Inter")
    bold.setWeight(QFont.Weight.DemiBold)
    assert QFontInfo(bold).family() == "Inter"
    assert "SemiBold" in " ".join(QFontDatabase.styles("Inter")).replace(" ", "")


def test_a_font_that_was_chosen_stays(qapp):
    fonts.window_family(QFont("DejaVu Sans"))  # now there is one beside the stand-ins
    assert fonts.window_family(QFont("Inter")) == "Inter"
    assert fonts._is_chosen(QFont("Inter"))
    assert not fonts._is_chosen(QFont("DejaVu Sans"))


def test_code_stands_in_columns_without_ligatures(qapp):
    font = code_font()
    # Not QFontInfo.fixedPitch: fontconfig does not say it of every such font (Noto Sans Mono).
    metrics = QFontMetricsF(font)
    assert metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("WWWW") > 0
    assert font.featureValue(QFont.Tag("calt")) == 0
