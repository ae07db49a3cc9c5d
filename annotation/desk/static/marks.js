/** Marks on the page, as the store keeps them: sorted, and a new mark takes the place of those it overlaps. */

/** Marks after one change: { put: [mark], drop: [range] }. */
export function applied(marks, { put = [], drop = [] }) {
  let standing = marks.filter((mark) => !drop.some((gone) => gone.start === mark.start && gone.end === mark.end));
  for (const fresh of put) {
    standing = standing.filter((mark) => mark.end <= fresh.start || fresh.end <= mark.start);
    standing.push(fresh);
  }
  return standing.sort((a, b) => a.start - b.start);
}

/** A mark or range with its offsets in code points, for the wire. */
export function toWire(offsets, mark) {
  return { ...mark, start: offsets.toPoints(mark.start), end: offsets.toPoints(mark.end) };
}

/** A mark or range with its offsets in UTF-16 units, from the wire. */
export function fromWire(offsets, mark) {
  return { ...mark, start: offsets.toUnits(mark.start), end: offsets.toUnits(mark.end) };
}
