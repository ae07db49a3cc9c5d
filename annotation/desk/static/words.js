/**
 * Words as identifiers need them: "03/14/2019", "j.lee@example.org" and "O'Neil" are one word,
 * "Lee's" is "Lee", a label glued to a number ("MRN:4711") is another word. Offsets are UTF-16.
 */

const LETTERS = "[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*";
const WORD = new RegExp(`${LETTERS}(?:(?:://|[-./@_&+#'’]+)${LETTERS})*`, "gu");
const PIECE = new RegExp(LETTERS, "gu");
const POSSESSIVE = /['’]s$/iu;
const REACH = 400;

/** Words (or, with PIECE, their letters and digits) of text[from, to), without possessives. */
function* wordsIn(text, from, to, pattern = WORD) {
  for (const hit of text.slice(from, to).matchAll(pattern)) {
    const word = pattern === WORD ? hit[0].replace(POSSESSIVE, "") : hit[0];
    yield { start: from + hit.index, end: from + hit.index + word.length };
  }
}

/** Nearest white space at or before an offset, so that no word is cut. */
function gapBefore(text, offset) {
  let at = offset;
  while (at > 0 && offset - at < REACH && !/\s/u.test(text[at - 1])) at -= 1;
  return at;
}

/** The word at an offset, or null. */
export function wordAt(text, offset) {
  const from = gapBefore(text, offset);
  for (const word of wordsIn(text, from, from + 2 * REACH)) {
    if (word.end > offset) return word.start <= offset ? word : null;
  }
  return null;
}

/** The first word that starts at or after an offset, or null. */
export function wordAfter(text, offset) {
  for (let from = offset; from < text.length; from += REACH) {
    const start = gapBefore(text, from);
    for (const word of wordsIn(text, start, start + 3 * REACH)) if (word.start >= offset) return word;
  }
  return null;
}

/** The last word that ends at or before an offset, or null. */
export function wordBefore(text, offset) {
  for (let to = offset; to > 0; to -= REACH) {
    const start = gapBefore(text, Math.max(0, to - 2 * REACH));
    const words = [...wordsIn(text, start, to)];
    if (words.length) return words.at(-1);
  }
  return null;
}

/** The end after taking the last piece off a range, or the same end when one piece is left. */
export function shrunkEnd(text, { start, end }) {
  const pieces = [...wordsIn(text, start, end, PIECE)];
  return pieces.length > 1 ? pieces.at(-2).end : end;
}

/** The start after taking the first piece off a range, or the same start. */
export function shrunkStart(text, { start, end }) {
  const pieces = [...wordsIn(text, start, end, PIECE)];
  return pieces.length > 1 ? pieces[1].start : start;
}

/** A range without white space at its ends, or null when nothing else is in it. */
export function trimmed(text, { start, end }) {
  while (start < end && /\s/u.test(text[start])) start += 1;
  while (end > start && /\s/u.test(text[end - 1])) end -= 1;
  return start < end ? { start, end } : null;
}

/** One character on or back, never into a surrogate pair. */
export function stepped(text, offset, by) {
  const next = Math.min(text.length, Math.max(0, offset + by));
  const inside = /[\uDC00-\uDFFF]/.test(text[next] ?? "") && /[\uD800-\uDBFF]/.test(text[next - 1] ?? "");
  return inside ? next + by : next;
}
