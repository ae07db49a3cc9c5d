/** The adjudicator's page: every place that annotators marked differently, decided by one key. */

import { Cursor } from "./cursor.js";
import { Keymap } from "./keymap.js";
import { applied, fromWire, toWire } from "./marks.js";
import { Offsets } from "./offsets.js";
import { bind, complain, element, say, showSaved } from "./page.js";
import { markElement, TextView } from "./textview.js";
import { get, Line } from "./wire.js";

const KINDS = {
  missed: "not everyone marked this",
  bounds: "the ends differ",
  type: "the types differ",
  mixed: "ends and types differ",
  machine: "only the machine marked this; deciding is optional",
  added: "added by the adjudicator",
};
const AROUND = 18;

const view = new TextView(element("note"));
const keymap = new Keymap(document.querySelector(".legend"));
const cursor = new Cursor(view, () => cases, follow);
const line = new Line(showSaved);

let docket = [];
let note = null;
let offsets = new Offsets("");
let agreed = [];
let cases = [];
let current = null;
let decided = [];

const named = (label) => keymap.labels.get(label);
const open = (place) => place.conflict && !place.ruling;
const same = (a, b) => a && b && a.start === b.start && a.end === b.end;

/** A place from the wire, with offsets in UTF-16 units. */
function placed(place) {
  const units = (marks) => marks.map((mark) => fromWire(offsets, mark));
  const versions = place.versions.map(({ choice, marks }) => ({ choice, marks: units(marks) }));
  const ruling = place.ruling && { ...place.ruling, marks: units(place.ruling.marks) };
  return fromWire(offsets, { ...place, versions, ruling });
}

function inOrder(places) {
  return places.map(placed).sort((a, b) => b.conflict - a.conflict || a.start - b.start);
}

/** Ask which notes there are to decide on, and how far the annotators are. */
async function refresh() {
  const { notes, progress } = await get("docket");
  docket = notes;
  showAnnotators(progress);
}

async function show(id) {
  await line.last;
  note = await get("case", { id });
  offsets = new Offsets(note.text);
  cases = [];
  cursor.leave();
  view.show(note.text);
  agreed = note.agreed.map((mark) => fromWire(offsets, mark));
  cases = inOrder(note.cases);
  decided = [];
  element("kind").textContent = note.note_type ?? "";
  turnTo(cases.find(open) ?? cases[0] ?? null);
  say(`${cases.filter((place) => place.conflict).length} conflicts, ${agreed.length} agreed marks.`);
  view.root.focus();
}

function showDocket() {
  const left = cases.filter(open).length;
  docket.find(([id]) => id === note.note_id)[2] = left;
  const options = docket.map(([id, , undecided]) => {
    const option = new Option(`${undecided ? `○ ${undecided} open` : "✓"} · ${id}`, id);
    option.selected = id === note.note_id;
    return option;
  });
  element("queue").replaceChildren(...options);
  const ready = docket.filter(([, , undecided]) => !undecided).length;
  element("progress").max = docket.length;
  element("progress").value = ready;
  element("progress-text").textContent = `${ready} of ${docket.length} notes decided`;
}

function showAnnotators(progress) {
  const rows = progress.map(([who, stratum, done, total]) => {
    const row = document.createElement("tr");
    for (const words of [who, stratum, `${done} of ${total}`]) row.insertCell().textContent = words;
    return row;
  });
  element("annotators").replaceChildren(...rows);
}

/** Make a place the current one, and bring it into view. */
function turnTo(place) {
  current = place;
  if (place) cursor.go(place);
  repaint();
}

function follow() {
  const here = cursor.here && cases.find((place) => place.start < cursor.here.end && cursor.here.start < place.end);
  if (here && !same(here, current)) {
    current = here;
    showCase();
  }
  view.point(current);
}

function repaint() {
  if (!note) return;
  const settled = cases.filter((place) => place.ruling).flatMap((place) => place.ruling.marks);
  const shown = [...agreed, ...settled].map((mark) => drawn(mark, mark.label));
  const unsettled = cases.filter((place) => !settled.some((mark) => mark.start < place.end && place.start < mark.end));
  for (const place of unsettled) shown.push(placeMark(place));
  if (view.paint(shown.sort((a, b) => a.start - b.start))) cursor.restore();
  view.point(current);
  keymap.count([...agreed, ...settled]);
  showDocket();
  showCase();
}

function drawn({ start, end }, label, classes = "") {
  const { group, short, name } = named(label);
  return { start, end, group, short, title: name, classes };
}

function placeMark(place) {
  const short = place.ruling ? "✓ nothing" : place.conflict ? "decide" : "machine only";
  const classes = place.ruling ? "place settled" : "place";
  return { ...range(place), group: "", short, title: KINDS[place.kind], classes };
}

function showCase() {
  const title = element("case-title");
  const versions = element("versions");
  element("case-kind").textContent = current ? KINDS[current.kind] : "";
  if (!current) {
    title.textContent = cases.length ? "" : "Nothing differs in this note";
    return versions.replaceChildren();
  }
  const conflicts = cases.filter((place) => place.conflict);
  const number = conflicts.indexOf(current) + 1;
  title.textContent = number ? `Conflict ${number} of ${conflicts.length}` : "Beyond the conflicts";
  const own = current.ruling?.choice === "own" ? [{ choice: "own", marks: current.ruling.marks }] : [];
  const rows = current.versions
    .map((version, index) => ({ ...version, key: String(index + 1) }))
    .filter(({ marks }) => current.conflict || marks.length);
  rows.push({ choice: "none", marks: [], key: "0" }, ...own.map((version) => ({ ...version, key: "" })));
  versions.replaceChildren(...rows.map(versionButton));
}

function versionButton({ choice, marks, key }) {
  const button = document.createElement("button");
  const chosen = current.ruling?.choice === choice;
  Object.assign(button.dataset, { deed: "decide", key, value: choice });
  button.type = "button";
  button.className = "version";
  button.setAttribute("aria-pressed", chosen);
  const sign = document.createElement(key ? "kbd" : "span");
  sign.textContent = key;
  const who = document.createElement("span");
  who.className = "who";
  const basis = note.preannotated.includes(choice) ? " (from machine marks)" : "";
  const empty = marks.length ? "" : ": nothing marked";
  who.textContent = `${chosen ? "✓ " : ""}${choice === "none" ? "not an identifier" : choice + basis + empty}`;
  button.append(sign, who);
  if (marks.length) button.append(excerpt(marks));
  return button;
}

/** The place with a little text around it and one version's marks. */
function excerpt(marks) {
  const from = Math.max(0, Math.min(current.start, ...marks.map((mark) => mark.start)) - AROUND);
  const to = Math.min(view.text.length, Math.max(current.end, ...marks.map((mark) => mark.end)) + AROUND);
  const words = (start, end) => view.text.slice(start, end).replace(/\s+/gu, " ");
  const shown = document.createElement("span");
  shown.className = "excerpt";
  let reached = from;
  for (const mark of marks) {
    shown.append(words(reached, mark.start), markElement(drawn(mark, mark.label), words(mark.start, mark.end), true));
    reached = mark.end;
  }
  shown.append(words(reached, to));
  return shown;
}

/** Record a decision on a place; resolves to whether it was taken. */
async function rule(place, choice, marks = []) {
  const { note_id } = note;
  const own = marks.map(({ start, end, label }) => toWire(offsets, { start, end, label }));
  try {
    const answer = await line.post("rule", { note_id, ...range(toWire(offsets, range(place))), choice, marks: own });
    if (note.note_id !== note_id) return false;
    cases = inOrder(answer.cases);
    current = cases.find((each) => same(each, place)) ?? null;
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  }
}

const range = ({ start, end }) => ({ start, end });

async function decide(choice) {
  if (!current || !(await rule(current, choice))) return;
  decided.push(range(current));
  const left = cases.filter(open).length;
  turnTo(cases.find(open) ?? current);
  say(left ? `Decided. ${left} left in this note.` : "All conflicts of this note are decided. Enter: next note.");
}

async function label(name) {
  const { here } = cursor;
  if (!here) return say("Select text first.");
  const place = cases.find((each) => each.start < here.end && here.start < each.end) ?? here;
  const before = place.ruling?.choice === "own" ? place.ruling.marks : [];
  const marks = applied(before, { put: [{ ...range(here), label: name }] });
  if (!(await rule(place, "own", marks))) return;
  decided.push(range(place));
  repaint();
  say(`Your own marking: ${named(name).name}.`);
}

async function withdraw() {
  if (current?.ruling && (await rule(current, "withdrawn"))) {
    repaint();
    say("Withdrawn.");
  } else say("Nothing decided here.");
}

async function undo() {
  const last = decided.pop();
  if (!last) return say("Nothing to undo in this note.");
  if (!(await rule(last, "withdrawn"))) return;
  turnTo(current ?? cases.find(open) ?? cases[0] ?? null);
  say("Undone.");
}

async function onward() {
  const here = cases.find(open);
  if (here) return turnTo(here);
  const waiting = () => docket.find(([id, , undecided]) => undecided && id !== note?.note_id);
  if (!waiting()) await refresh();
  if (waiting()) return show(waiting()[0]);
  return say("Every conflict is decided. Thank you.");
}

function step(by) {
  const next = cases[cases.findIndex((place) => same(place, current)) + by];
  if (next) turnTo(next);
  else say("No place further on.");
}

function arrow(event) {
  const { here } = cursor;
  if (!event.shiftKey) return cursor.move(event.key);
  const longer = here && cursor.stretched(event.key, here, event.ctrlKey || event.metaKey);
  if (longer) cursor.go(longer);
}

const deeds = { decide, withdraw, undo, onward, forward: () => step(1), backward: () => step(-1) };
bind(view.root, keymap, { deeds, label, arrow, release: () => cursor.leave() });
element("queue").addEventListener("change", (event) => show(event.target.value).catch(complain));

refresh()
  .then(() => (docket.length ? show(docket[0][0]) : say("No note is finished by all its annotators yet.")))
  .catch(complain);
