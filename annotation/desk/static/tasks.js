/** The annotator's page. */

import { Cursor } from "./cursor.js";
import { Keymap } from "./keymap.js";
import { applied, fromWire, toWire } from "./marks.js";
import { Offsets } from "./offsets.js";
import { bind, complain, element, say, showSaved } from "./page.js";
import { TextView } from "./textview.js";
import { get, Line } from "./wire.js";

const view = new TextView(element("note"));
const keymap = new Keymap(document.querySelector(".legend"));
const cursor = new Cursor(view, () => marks, follow);
const line = new Line(showSaved);
const deeds = { done, empty, undo, drop, same, doubt, forward, backward, previous, next };

let note = null;
let offsets = new Offsets("");
let marks = [];

function repaint() {
  const drawn = marks.map(({ start, end, label, doubtful }) => {
    const { group, short, name } = keymap.labels.get(label);
    const classes = doubtful ? "doubtful" : "";
    return { start, end, group, short: doubtful ? `${short}?` : short, title: name, classes };
  });
  if (view.paint(drawn)) cursor.restore();
  keymap.count(marks);
  follow();
}

function follow() {
  view.point(cursor.here);
  if (cursor.here) describe(cursor.here);
}

function describe(range) {
  const mark = markAt(range);
  const text = view.text.slice(range.start, range.end);
  const shown = text.length > 60 ? `${text.slice(0, 30)} … ${text.slice(-20)}` : text;
  say(mark ? `${shown}: ${keymap.labels.get(mark.label).name}${mark.doubtful ? ", doubtful" : ""}` : shown);
}

function markAt(range) {
  return range && marks.find((mark) => mark.start === range.start && mark.end === range.end);
}

async function show(id) {
  await line.last;
  note = await get("note", id === undefined ? {} : { id });
  offsets = new Offsets(note.text);
  cursor.leave();
  marks = [];
  view.show(note.text);
  marks = note.marks.map((mark) => fromWire(offsets, mark));
  repaint();
  showNote();
  view.root.focus();
}

function showNote() {
  const options = note.queue.map(([id, status], index) => {
    const option = new Option(`${status === "open" ? "○" : "✓"} ${index + 1} · ${id}`, id);
    option.selected = id === note.note_id;
    return option;
  });
  element("queue").replaceChildren(...options);
  element("kind").textContent = note.note_type ?? "";
  element("basis").textContent = note.preannotated ? "from machine marks" : "blind";
  const done = note.queue.filter(([, status]) => status !== "open").length;
  showState(note.status, note.doubtful, done);
  say(done === note.queue.length ? "All your notes are done. Thank you." : `Note ${place() + 1} of ${note.queue.length}.`);
}

function showState(status, doubtful, done) {
  Object.assign(note, { status, doubtful });
  note.queue[place()][1] = status;
  const words = [status !== "open" && (status === "done" ? "✓ done" : "✓ no identifiers"), doubtful && "? doubtful"];
  element("state").textContent = words.filter(Boolean).join(" · ");
  element("state").hidden = !element("state").textContent;
  element("progress").max = note.queue.length;
  element("progress").value = done;
  element("progress-text").textContent = `${done} of ${note.queue.length} done`;
}

function place() {
  return note.queue.findIndex(([id]) => id === note.note_id);
}

/** Send a deed; when nothing else waits, show what the desk then holds. */
async function act(path, body) {
  const { note_id } = note;
  try {
    const state = await line.post(path, { note_id, ...body });
    if (line.waiting || state.note_id !== note.note_id) return;
    marks = state.marks.map((mark) => fromWire(offsets, mark));
    showState(state.status, state.doubtful, state.done);
    repaint();
  } catch (refusal) {
    await show(note_id);
    complain(refusal);
  }
}

function change({ put = [], drop = [] }) {
  marks = applied(marks, { put, drop });
  repaint();
  const gone = drop.map((mark) => toWire(offsets, mark)).map(({ start, end }) => [start, end]);
  return act("change", { put: put.map((mark) => toWire(offsets, mark)), drop: gone });
}

function label(name) {
  if (!cursor.here) return say("Select a word first: click it, or go to it with the arrow keys.");
  return change({ put: [{ ...cursor.here, label: name, doubtful: false }] });
}

function stretch(key, byCharacter) {
  const range = cursor.here && cursor.stretched(key, cursor.here, byCharacter);
  if (!range) return;
  const mark = markAt(cursor.here);
  cursor.go(range);
  if (mark) change({ put: [{ ...mark, ...range }] });
}

function drop() {
  const { here } = cursor;
  const gone = here ? marks.filter((mark) => mark.start < here.end && here.start < mark.end) : [];
  if (gone.length) change({ drop: gone });
  else say("No mark here.");
}

function undo() {
  return act("undo", {}).then(() => say("Undone."));
}

async function same() {
  const mark = markAt(cursor.here);
  if (!mark) return say("Select a mark first.");
  const before = marks.length;
  await act("same", { mark: toWire(offsets, mark) });
  say(`${marks.length - before} more marked ${keymap.labels.get(mark.label).name}.`);
}

function doubt() {
  const mark = markAt(cursor.here);
  if (mark) return change({ put: [{ ...mark, doubtful: !mark.doubtful }] });
  return act("doubt", { doubtful: !note.doubtful }).then(() => say(note.doubtful ? "Note flagged." : "Flag removed."));
}

async function finish(status) {
  const { note_id } = note;
  await act("status", { status });
  if (note.note_id !== note_id || note.status !== status) return;
  const at = place();
  const others = [...note.queue.slice(at + 1), ...note.queue.slice(0, at)];
  await show(others.find(([, each]) => each === "open")?.[0] ?? note_id);
}

function done() {
  if (marks.length) return finish("done");
  return say("No marks yet. If nothing here identifies anyone, press 0.");
}

function empty() {
  if (!marks.length) return finish("no identifiers");
  return say(`This note has ${marks.length} marks. Press Enter when it is done.`);
}

function previous() {
  return place() > 0 ? show(note.queue[place() - 1][0]) : say("This is the first note.");
}

function next() {
  const after = note.queue[place() + 1];
  return after ? show(after[0]) : say("This is the last note.");
}

function forward() {
  if (!cursor.hop(1)) say("No mark after this.");
}

function backward() {
  if (!cursor.hop(-1)) say("No mark before this.");
}

function arrow(event) {
  if (event.shiftKey) stretch(event.key, event.ctrlKey || event.metaKey);
  else cursor.move(event.key);
}

bind(view.root, keymap, { deeds, label, arrow, release: () => cursor.leave() });
element("queue").addEventListener("change", (event) => show(event.target.value).catch(complain));
show().catch(complain);
