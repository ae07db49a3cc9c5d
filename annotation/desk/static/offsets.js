/** Offsets: the page counts UTF-16 units, everything on the wire counts Unicode code points. */

const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

export class Offsets {
  /** @param {string} text the note */
  constructor(text) {
    this.pairs = Array.from(text.matchAll(PAIR), (hit) => hit.index);
  }

  /** Code point offset of a UTF-16 offset. */
  toPoints(unit) {
    return unit - this.count((pair) => pair < unit);
  }

  /** UTF-16 offset of a code point offset. */
  toUnits(point) {
    return point + this.count((pair, index) => pair - index < point);
  }

  /** How many pairs, from the first on, the monotone test holds for. */
  count(test) {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(this.pairs[middle], middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
