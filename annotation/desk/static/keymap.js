/** The keys of the legend: single keys and leader keys, read from the legend's own buttons. */

/** The letter or sign of a key press, whatever the keyboard's alphabet. */
export function signOf(event) {
  const latin = /^[\x20-\x7e]$/.test(event.key) ? event.key.toLowerCase() : event.key;
  return latin.length === 1 && latin > "\x7e" && /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : latin;
}

export class Keymap {
  /** @param {HTMLElement} legend the section that holds the label buttons */
  constructor(legend) {
    this.legend = legend;
    this.labels = new Map();
    this.alone = new Map();
    this.led = new Map();
    for (const button of legend.querySelectorAll("button.label")) {
      const { label, leader, key, group, short } = button.dataset;
      this.labels.set(label, { label, group, short, name: button.querySelector(".name").textContent, button });
      if ("alone" in button.dataset || !leader) this.alone.set(key, label);
      if (leader) this.led.set(leader + key, label);
    }
    this.leaders = new Map(
      Array.from(legend.querySelectorAll(".kind"), (kind) => [kind.dataset.leader, kind]).filter(([key]) => key),
    );
    this.leader = "";
  }

  /** Take one key: { label } to mark, { leader } when another must follow, { unknown }, or null when not ours. */
  take(sign) {
    const leader = this.leader;
    if (leader) {
      this.lead("");
      const label = this.led.get(leader + sign);
      return label ? { label } : { unknown: `${leader} ${sign}` };
    }
    if (this.alone.has(sign)) return { label: this.alone.get(sign) };
    if (!this.leaders.has(sign)) return null;
    this.lead(sign);
    return { leader: this.leaders.get(sign) };
  }

  /** Wait for the second key of a kind, or ("") for none. */
  lead(leader) {
    this.leader = leader;
    this.legend.toggleAttribute("data-leading", Boolean(leader));
    for (const [key, kind] of this.leaders) kind.toggleAttribute("data-led", key === leader);
    this.leaders.get(leader)?.scrollIntoView({ block: "nearest" });
  }

  /** Show how many marks of each label the note has. */
  count(marks) {
    const counts = new Map();
    for (const { label } of marks) counts.set(label, (counts.get(label) ?? 0) + 1);
    for (const [label, { button }] of this.labels) {
      button.querySelector(".count").textContent = counts.get(label) ?? "";
    }
  }
}
