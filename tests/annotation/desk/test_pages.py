import re

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright (extra [test])")

from playwright.sync_api import expect

expect.set_options(timeout=30_000)
PLACE = """
([wanted, scroll]) => {
  for (const block of document.querySelectorAll(".block")) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 1);
      const box = range.getBoundingClientRect();
      if (scroll) document.querySelector("#note").scrollTop += box.y - 300;
      return [box.x + box.width / 2, box.y + box.height / 2];
    }
  }
}
"""
TYPE = """
(key) => {
  const began = performance.now();
  document.querySelector("#note").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  document.querySelector("#note").getBoundingClientRect();
  return performance.now() - began;
}
"""


class Reader:
    """One person at the browser; collects what a page must never do."""

    def __init__(self, context, link):
        self.page = context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("request", self._local)
        self.origin = re.match(r"http://[^/]+", link)[0]
        self.page.goto(link)
        expect(self.status).not_to_be_empty()

    def _local(self, request):
        if not request.url.startswith(self.origin):
            self.faults.append(request.url)

    def open(self, note_id):
        names = self.page.locator("#queue option").evaluate_all("all => all.map(one => one.value)")
        self.page.locator("#queue").select_option(note_id)
        expect(self.status).to_have_text(f"Note {names.index(note_id) + 1} of {len(names)}.")
        expect(self.page.locator("#note")).to_be_focused()

    def place(self, wanted):
        """Bring a text into view and tell where it is once the page is laid out."""
        self.page.evaluate(PLACE, [wanted, True])
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.page.evaluate(PLACE, [wanted, False])

    def click(self, wanted, *keys, times=1):
        x, y = self.place(wanted)
        self.page.mouse.click(x, y, click_count=times)
        self.press(*keys)

    def drag(self, first, last):
        """Select from before one text to before another, as a mouse does."""
        x1, y1 = self.place(first)
        x2, y2 = self.page.evaluate(PLACE, [last, False])
        self.page.mouse.move(x1 - 3, y1)
        self.page.mouse.down()
        self.page.mouse.move(x2 - 3, y2, steps=4)
        self.page.mouse.up()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def saved(self):
        expect(self.page.locator("#saved")).to_have_text("Saved")

    @property
    def status(self):
        return self.page.locator("#status")

    @property
    def marks(self):
        return self.page.locator("#note mark").all_text_contents()


@pytest.fixture
def sit(request, browser):
    """Seat a person: ``sit(person)``; checks at the end that no page did what none may."""
    contexts, readers = [], []
    desk = request.getfixturevalue("desk_process" if "desk_process" in request.fixturenames else "desk")

    def seated(person, context=None, **options):
        if context is None:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
            contexts.append(context)
        readers.append(Reader(context, desk.links[person]))
        return readers[-1]

    yield seated
    faults = [fault for reader in readers for fault in reader.faults]
    for context in contexts:
        context.close()
    assert faults == []


def test_two_annotators_in_one_browser_stay_apart(desk, sit):
    anna = sit("anna")
    expect(anna.page.locator("#basis")).to_have_text("blind")
    ben = sit("ben", anna.page.context)
    ben.open("clinic")
    anna.open("clinic")
    expect(ben.page.locator("#basis")).to_have_text("from machine marks")
    assert ben.marks == ["Tobin Ashgrove", "Brackwater", "May 3"]
    assert anna.marks == []
    anna.click("Tobin", "Shift+ArrowRight", "p")
    ben.click("Petra", "Shift+ArrowRight", "s")
    anna.click("Brackwater", "t")
    anna.saved()
    ben.saved()
    assert desk.marks("anna", "clinic") == [("PATIENT", "Tobin Ashgrove"), ("CITY", "Brackwater")]
    assert ("DOCTOR", "Petra Oyelaran") in desk.marks("ben", "clinic")
    assert len(desk.marks("ben", "clinic")) == 4
    assert anna.marks == ["Tobin Ashgrove", "Brackwater"]


def test_offsets_survive_emoji_right_to_left_names_and_crlf(desk, sit):
    anna = sit("anna")
    anna.open("letter")
    anna.click("20-4471", "m", times=2)
    anna.click("נועם", "Shift+ArrowRight", "p")
    anna.click("ABERNALE", "p")
    anna.click("0117", "c", "p")
    anna.click("JMO", "Shift+ArrowLeft", "Shift+ArrowRight", "n", "s")
    anna.click("Abernale'", "p")
    anna.saved()
    assert desk.marks("anna", "letter") == [
        ("MRN", "20-4471"),
        ("PATIENT", "נועם לביא"),
        ("DOCTOR", "JMO/rt"),
        ("PATIENT", "ABERNALE"),
        ("PATIENT", "Abernale"),
        ("PHONE", "555-0117"),
    ]
    assert anna.page.evaluate(
        "[...document.querySelectorAll('.block')].map(b => b.textContent).join('')"
    ) == (desk.store.found("letter").note.text)


def test_dragging_over_emoji_and_line_ends_takes_exactly_that(desk, sit):
    anna = sit("anna")
    anna.open("letter")
    anna.drag("Wren", "MRN")
    anna.press("p")
    anna.drag("ABERNALE", " 5 mg")
    anna.press("d")
    anna.saved()
    assert desk.marks("anna", "letter") == [
        ("PATIENT", "Wren Abernale 😀👩🏽‍⚕️ ("),
        ("DATE", "ABERNALE\r\ntakes"),
    ]


def test_everything_goes_by_keyboard(desk, sit):
    anna = sit("anna")
    anna.open("clinic")
    anna.press("ArrowRight", "ArrowRight")
    expect(anna.status).to_have_text("Tobin")
    anna.press("Shift+ArrowRight", "p")
    expect(anna.status).to_have_text("Tobin Ashgrove: patient, family")
    anna.press("Shift+ArrowLeft", "Control+Shift+ArrowRight", "Control+Shift+ArrowRight")
    anna.saved()
    assert desk.marks("anna", "clinic") == [("PATIENT", "Tobin A")]
    anna.press("Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown", "q")
    anna.saved()
    assert desk.marks("anna", "clinic") == [("PATIENT", "Tobin Ashgrove")]
    assert desk.store.task("anna", "clinic").spans[0].score == 0.5
    anna.press("ArrowRight", "ArrowRight", "l")
    expect(anna.page.locator(".kind[data-led] h3")).to_contain_text("location")
    anna.press("t", ",", "s", ".", "Delete")
    anna.saved()
    assert desk.marks("anna", "clinic") == [("DOCTOR", "Tobin Ashgrove")]
    anna.press("u")
    expect(anna.status).to_have_text("Undone.")
    anna.press("Control+z")
    anna.saved()
    expect(anna.page.locator("#note mark")).to_have_count(2)
    assert desk.marks("anna", "clinic") == [("PATIENT", "Tobin Ashgrove"), ("CITY", "Brackwater")]


def test_a_note_is_finished_only_on_purpose(desk, sit):
    anna = sit("anna")
    anna.press("Enter")
    expect(anna.status).to_contain_text("press 0")
    anna.press("0")
    expect(anna.page.locator("#progress-text")).to_have_text("1 of 5 done")
    expect(anna.status).to_have_text("Note 2 of 5.")
    anna.press("b")
    expect(anna.page.locator("#state")).to_have_text("✓ no identifiers")
    anna.press("q")
    expect(anna.page.locator("#state")).to_contain_text("doubtful")
    anna.click("Okonjo", "s")
    expect(anna.page.locator("#progress-text")).to_have_text("0 of 5 done")
    anna.press("0")
    expect(anna.status).to_contain_text("1 marks")
    anna.press("Enter")
    expect(anna.page.locator("#progress-text")).to_have_text("1 of 5 done")
    (marked,) = desk.store.marked("anna")
    assert (marked.note.extra["status"], marked.note.extra["doubtful"]) == ("done", True)


def test_mark_all_same_is_one_change(desk, sit):
    anna = sit("anna")
    anna.open("large")
    anna.click("Oyelaran", "s", "e")
    expect(anna.status).to_have_text("3599 more marked staff, doctor.")
    assert set(desk.marks("anna", "large")) == {("DOCTOR", "Oyelaran")}
    anna.press("u")
    expect(anna.page.locator("#note mark")).to_have_count(1)
    assert len(desk.marks("anna", "large")) == 1


def test_hostile_text_stays_text(desk, sit):
    anna = sit("anna")
    anna.open("hostile")
    anna.click("Quill", "Shift+ArrowRight", "p")
    anna.click("onerror", "p")
    anna.saved()
    page = anna.page
    assert page.evaluate("document.querySelectorAll('#note img, #note svg, #note script').length") == 0
    assert page.evaluate("window.harmed === undefined")
    assert "".join(page.locator(".block").all_text_contents()) == desk.store.found("hostile").note.text
    assert ("PATIENT", "Quill Mabry") in desk.marks("anna", "hostile")
    anna.press("Enter")
    ben = sit("ben")
    ben.open("hostile")
    ben.press("0")
    expect(ben.page.locator("#progress-text")).to_have_text("1 of 5 done")
    judge = sit("adjudicator")
    expect(judge.page.locator("#versions button")).to_have_count(4)
    assert judge.page.evaluate("document.querySelectorAll('img, svg, main script').length") == 0
    assert judge.page.evaluate("window.harmed === undefined")


@pytest.mark.parametrize("note_id", ["large", "line"])
def test_a_note_of_200_kb_answers_at_once(desk, sit, note_id):
    anna = sit("anna")
    anna.open(note_id)
    assert len(desk.store.found(note_id).note.text) > 200_000
    anna.click("Line 3599", "ArrowRight", "i", "n")
    expect(anna.page.locator("#note mark")).to_have_text("3599")
    anna.saved()
    assert desk.marks("anna", note_id) == [("IDNUM", "3599")]
    anna.click("Line 1800")
    assert anna.page.evaluate("document.querySelectorAll('#note *').length") < 300
    spent = [anna.page.evaluate(TYPE, key) for key in ["ArrowRight"] * 9 + ["d"] * 9]
    assert sorted(spent)[len(spent) // 2] < 50
    expect(anna.page.locator("#note mark")).to_have_count(2)


def test_marks_survive_kill_and_the_page_goes_on(desk_process, sit):
    desk = desk_process
    anna = sit("anna")
    anna.open("clinic")
    anna.click("Tobin", "p")
    anna.saved()
    desk.kill()
    assert desk.marks("anna", "clinic") == [("PATIENT", "Tobin")]
    anna.click("Petra", "s")
    expect(anna.page.locator("#saved")).to_contain_text("Not saved")
    anna.click("May", "Shift+ArrowRight", "d")
    desk.restart()
    anna.saved()
    assert [label for label, _ in desk.marks("anna", "clinic")] == ["PATIENT", "DOCTOR", "DATE"]
    assert all("ERR_CONNECTION_REFUSED" in fault for fault in anna.faults)
    anna.faults.clear()


def test_adjudication_from_two_versions_to_gold(desk, sit):
    anna, ben = sit("anna"), sit("ben")
    for reader in (anna, ben):
        reader.open("clinic")
    anna.click("Tobin", "p")
    anna.click("May", "Shift+ArrowRight", "d", "Enter")
    ben.click("Petra", "Shift+ArrowRight", "s", "Enter")
    for reader in (anna, ben):
        expect(reader.page.locator("#progress-text")).to_have_text("1 of 5 done")
    judge = sit("adjudicator")
    title = judge.page.locator("#case-title")
    expect(title).to_have_text("Conflict 1 of 3")
    expect(judge.page.locator("#case-kind")).to_have_text("the ends differ")
    assert judge.page.locator("#versions .who").all_text_contents() == [
        "anna",
        "ben (from machine marks)",
        "machine",
        "not an identifier",
    ]
    judge.press("1")
    expect(title).to_have_text("Conflict 2 of 3")
    judge.press("u")
    expect(title).to_have_text("Conflict 1 of 3")
    judge.press("2")
    expect(title).to_have_text("Conflict 2 of 3")
    judge.press("3")
    expect(title).to_have_text("Conflict 3 of 3")
    assert list(desk.store.gold()) == []
    judge.click("Oyelaran", "s", times=2)
    expect(judge.status).to_contain_text("Your own marking")
    judge.click("Mr", "n", "u")
    expect(judge.page.locator("#case-kind")).to_have_text("added by the adjudicator")
    (gold,) = desk.store.gold()
    text = gold.note.text
    assert [(str(span.label), text[span.start : span.end]) for span in gold.spans] == [
        ("USERNAME", "Mr"),
        ("PATIENT", "Tobin Ashgrove"),
        ("CITY", "Brackwater"),
        ("DOCTOR", "Oyelaran"),
        ("DATE", "May 3"),
    ]
    provenance = gold.note.extra["provenance"]
    first, second = provenance["annotators"]
    assert (first["annotator"], first["preannotated"], len(first["spans"])) == ("anna", False, 2)
    assert (second["annotator"], second["preannotated"], len(second["spans"])) == ("ben", True, 4)
    assert {one["adjudicator"] for one in provenance["decisions"]} == {"adjudicator"}
    assert all(one["at"].endswith("+00:00") for one in provenance["decisions"])


def test_the_page_can_be_read_at_200_percent_and_without_a_mouse(sit):
    anna = sit("anna", color_scheme="dark")
    page = anna.page
    page.set_viewport_size({"width": 640, "height": 400})
    anna.open("clinic")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('#note').clientHeight") > 100
    names = page.locator("aside button").all_inner_texts()
    assert len(names) == 41
    assert all(name.strip() for name in names)
    expect(page.get_by_role("textbox", name="Note text")).to_be_focused()
    anna.press("Tab")
    assert page.evaluate("document.activeElement.matches('button.label')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    expect(page.get_by_role("status")).to_be_visible()


def test_nothing_of_a_note_or_a_token_is_logged(desk_process, sit):
    anna = sit("anna")
    anna.open("clinic")
    anna.click("Tobin", "p")
    anna.saved()
    output = desk_process.output()
    assert not re.search("Tobin|Brackwater|token|GET|POST", output)
    anna.faults.clear()
