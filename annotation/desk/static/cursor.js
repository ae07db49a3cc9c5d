/** The place in the note that keys act on: the selection, moved by mouse or by word, mark and line. */

import { shrunkEnd, shrunkStart, stepped, trimmed, wordAfter, wordAt, wordBefore } from "./words.js";

export class Cursor {
  /**
   * @param {TextView} view the note
   * @param {() => {start: number, end: number}[]} stops ranges that are one stop, e.g. marks
   * @param {() => void} moved told when the place changes
   */
  constructor(view, stops, moved) {
    this.view = view;
    this.stops = stops;
    this.moved = moved;
    this.here = null;
    document.addEventListener("selectionchange", () => this.follow());
    view.root.addEventListener("keydown", () => this.follow());
    view.root.addEventListener("click", (event) => this.point(event));
    view.root.addEventListener("dblclick", (event) => this.point(event, true));
  }

  /** Follow a selection that the reader makes; a key may come before the browser tells of it. */
  follow() {
    const selection = document.getSelection();
    if (!selection.rangeCount || !this.view.root.contains(selection.anchorNode)) return;
    const selected = this.view.selected();
    if (selected && selected.start === this.here?.start && selected.end === this.here.end) return;
    this.place(selected && trimmed(this.view.text, selected));
  }

  place(here) {
    if (here?.start === this.here?.start && here?.end === this.here?.end) return;
    this.here = here;
    this.moved();
  }

  /** Go to a range. */
  go(range) {
    this.view.select(range);
    this.place({ start: range.start, end: range.end });
  }

  /** Select again after the note was redrawn. */
  restore() {
    if (this.here) this.view.select(this.here);
  }

  /** Let go of the place. */
  leave() {
    document.getSelection().removeAllRanges();
    this.place(null);
  }

  point(event, double = false) {
    if (!double && !document.getSelection().isCollapsed) return;
    const offset = this.view.offsetAt(event.clientX, event.clientY);
    const stop = double ? null : this.stopAt(offset);
    const range = offset === null ? null : stop ?? wordAt(this.view.text, offset);
    if (range) this.go(range);
  }

  stopAt(offset) {
    return this.stops().find((stop) => stop.start <= offset && offset < stop.end);
  }

  /** Move by an arrow key: a word or stop to the side, a line up or down. */
  move(key) {
    const { text } = this.view;
    const back = key === "ArrowLeft" || key === "ArrowUp";
    const from = this.here ?? { start: 0, end: 0 };
    let word;
    if (key === "ArrowLeft") word = wordBefore(text, from.start);
    else if (key === "ArrowRight") word = wordAfter(text, from.end);
    else {
      const line = this.view.lineFrom(from.start, back ? -1 : 1);
      if (line !== null) word = wordAt(text, line) ?? wordAfter(text, line);
    }
    if (word) this.go(this.stopAt(back ? word.end - 1 : word.start) ?? word);
  }

  /** The range that Shift and an arrow make of a range; by characters when asked. */
  stretched(key, { start, end }, byCharacter) {
    const { text } = this.view;
    if (byCharacter) {
      if (key === "ArrowRight") end = stepped(text, end, 1);
      else if (key === "ArrowLeft") end = stepped(text, end, -1);
      else start = stepped(text, start, key === "ArrowUp" ? -1 : 1);
    } else if (key === "ArrowRight") end = (wordAt(text, end) ?? wordAfter(text, end))?.end ?? end;
    else if (key === "ArrowLeft") end = shrunkEnd(text, { start, end });
    else if (key === "ArrowUp") start = (wordAt(text, start - 1) ?? wordBefore(text, start))?.start ?? start;
    else start = shrunkStart(text, { start, end });
    return start < end ? { start, end } : null;
  }

  /** Go to the next or previous stop. */
  hop(by) {
    const from = this.here?.start ?? -1;
    const stops = this.stops();
    const next = by > 0 ? stops.find((stop) => stop.start > from) : stops.findLast((stop) => stop.start < from);
    if (next) this.go(next);
    return Boolean(next);
  }
}
