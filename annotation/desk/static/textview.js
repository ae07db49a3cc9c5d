/**
 * A note on the page: exact text in few nodes, marks over it. The text is cut into blocks of a few
 * thousand characters; blocks out of view are not laid out (content-visibility), and a change of
 * marks redraws only the blocks it touches. Offsets are UTF-16 units of the note.
 */

const BLOCK = 3000;
const WIDTH = 90;
const LINE = 2.3;

/** Where blocks start: after a line break, else after a space, never inside a surrogate pair. */
export function cut(text) {
  const starts = [0];
  for (let from = 0; text.length - from > BLOCK; ) {
    const until = from + BLOCK;
    let next = text.lastIndexOf("\n", until - 1) + 1;
    if (next <= from) next = text.lastIndexOf(" ", until - 1) + 1;
    if (next <= from) next = /[\uDC00-\uDFFF]/.test(text[until]) ? until - 1 : until;
    starts.push(next);
    from = next;
  }
  return starts;
}

/** About how many lines a text takes, for blocks that are not laid out yet. */
function linesOf(text) {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDTH)), 0);
}

export class TextView {
  /** @param {HTMLElement} root the element that shows the note */
  constructor(root) {
    this.root = root;
    this.show("");
  }

  /** Show another note, without marks. */
  show(text) {
    this.text = text;
    this.starts = cut(text);
    this.drawn = this.starts.map(() => "");
    this.blocks = this.starts.map((start, index) => {
      const block = document.createElement("div");
      block.className = "block";
      block.dataset.start = start;
      block.textContent = text.slice(start, this.starts[index + 1]);
      block.style.containIntrinsicBlockSize = `auto ${LINE * linesOf(block.textContent)}em`;
      return block;
    });
    this.root.replaceChildren(...this.blocks);
    this.root.scrollTop = 0;
  }

  /**
   * Draw marks: sorted, free of overlap, each { start, end, group, short, classes }.
   * Returns how many blocks were redrawn.
   */
  paint(marks) {
    const perBlock = this.starts.map(() => []);
    for (const mark of marks) {
      for (let at = this.blockAt(mark.start); at < this.starts.length && this.starts[at] < mark.end; at += 1) {
        perBlock[at].push(mark);
      }
    }
    let redrawn = 0;
    perBlock.forEach((inside, index) => {
      const key = JSON.stringify(inside);
      if (key === this.drawn[index]) return;
      this.drawn[index] = key;
      this.draw(index, inside);
      redrawn += 1;
    });
    return redrawn;
  }

  draw(index, marks) {
    const from = this.starts[index];
    const to = this.starts[index + 1] ?? this.text.length;
    const parts = [];
    let reached = from;
    for (const mark of marks) {
      const start = Math.max(from, mark.start);
      const end = Math.min(to, mark.end);
      if (start > reached) parts.push(this.text.slice(reached, start));
      parts.push(markElement(mark, this.text.slice(start, end), start === mark.start));
      reached = end;
    }
    if (reached < to) parts.push(this.text.slice(reached, to));
    this.blocks[index].replaceChildren(...parts);
  }

  /** Show which mark is the current one; nodes stay, so that a selection under way stays too. */
  point(place) {
    for (const element of this.root.querySelectorAll("mark.active")) element.classList.remove("active");
    if (!place) return;
    for (const element of this.root.querySelectorAll(`mark[data-from="${place.start}"]`)) {
      element.classList.toggle("active", Number(element.dataset.to) === place.end);
    }
  }

  /** Index of the block that holds an offset. */
  blockAt(offset) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The offset of a place in the document, or null outside the note. */
  offsetOf(node, offset) {
    if (node === this.root) return this.starts[offset] ?? this.text.length;
    const block = (node instanceof Element ? node : node.parentElement)?.closest(".block");
    if (!block || !this.root.contains(block)) return null;
    const range = document.createRange();
    range.setStart(block, 0);
    range.setEnd(node, offset);
    return Number(block.dataset.start) + range.toString().length;
  }

  /** The place in the document of an offset: [text node, offset in it]. */
  placeOf(offset) {
    const index = this.blockAt(offset);
    let left = offset - this.starts[index];
    const walker = document.createTreeWalker(this.blocks[index], NodeFilter.SHOW_TEXT);
    let last = this.blocks[index];
    while (walker.nextNode()) {
      last = walker.currentNode;
      if (left <= last.length) return [last, left];
      left -= last.length;
    }
    return [last, last.length ?? 0];
  }

  /** What the reader has selected in the note, or null. */
  selected() {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    const start = this.offsetOf(range.startContainer, range.startOffset);
    const end = this.offsetOf(range.endContainer, range.endOffset);
    return start === null || end === null || start >= end ? null : { start, end };
  }

  /** Select a range and bring it into view. */
  select({ start, end }) {
    const range = this.rangeOf({ start, end });
    const selection = document.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    this.reveal(range);
    requestAnimationFrame(() => this.reveal(range));
  }

  rangeOf({ start, end }) {
    const range = document.createRange();
    range.setStart(...this.placeOf(start));
    range.setEnd(...this.placeOf(end));
    return range;
  }

  /** Scroll so that a range stands clear of the edges. */
  reveal(range) {
    let box = range.getBoundingClientRect();
    if (!box.height) {
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
      box = range.getBoundingClientRect();
    }
    const frame = this.root.getBoundingClientRect();
    const margin = Math.min(96, frame.height / 4);
    if (box.top < frame.top + margin) this.root.scrollTop -= frame.top + margin - box.top;
    else if (box.bottom > frame.bottom - margin) this.root.scrollTop += box.bottom - frame.bottom + margin;
  }

  /** The offset under a point of the screen, or null. */
  offsetAt(x, y) {
    if (document.caretPositionFromPoint) {
      const caret = document.caretPositionFromPoint(x, y);
      return caret && this.offsetOf(caret.offsetNode, caret.offset);
    }
    const caret = document.caretRangeFromPoint(x, y);
    return caret && this.offsetOf(caret.startContainer, caret.startOffset);
  }

  /** The offset one line below (+1) or above (-1) an offset, or null at the ends. */
  lineFrom(offset, by) {
    const range = this.rangeOf({ start: offset, end: Math.min(offset + 1, this.text.length) });
    this.reveal(range);
    const box = range.getBoundingClientRect();
    const line = parseFloat(getComputedStyle(this.root).lineHeight);
    for (let step = 1; step < 4; step += 1) {
      const found = this.offsetAt(box.left + 1, (box.top + box.bottom) / 2 + by * step * line);
      if (found !== null && Math.sign(found - offset) === by) return found;
    }
    return null;
  }
}

/** A mark as the page shows it; its short name stands over its first part. */
export function markElement(mark, text, first) {
  const element = document.createElement("mark");
  element.textContent = text;
  Object.assign(element.dataset, { group: mark.group, from: mark.start, to: mark.end });
  element.className = mark.classes;
  if (first) element.dataset.short = mark.short;
  element.title = mark.title;
  return element;
}
