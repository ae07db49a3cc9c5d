/** What both pages share: the status line, and keys and buttons that do the same deeds. */

import { signOf } from "./keymap.js";

export const element = (id) => document.getElementById(id);

/** Tell the reader, on the page and aloud. */
export function say(words) {
  element("status").textContent = words;
}

/** Tell the reader what the desk refused. */
export function complain(refusal) {
  say(`Not done: ${refusal.message}`);
}

/** Show whether everything is saved. */
export function showSaved(waiting, lost) {
  const saved = element("saved");
  saved.classList.toggle("lost", lost);
  saved.textContent = lost ? "Not saved: the desk does not answer. Trying again." : waiting ? "Saving" : "Saved";
}

/**
 * Bind keys and buttons.
 * @param {HTMLElement} root the note; keys work while it has the focus
 * @param {Keymap} keymap the labels
 * @param {object} does deeds by name, label(name), arrow(event), release()
 */
export function bind(root, keymap, { deeds, label, arrow, release }) {
  const buttons = () => Array.from(document.querySelectorAll("[data-deed]"));
  const run = async ({ dataset }) => deeds[dataset.deed](dataset.value);

  function signed(event) {
    const sign = signOf(event);
    const taken = keymap.take(sign);
    const button = taken ? null : buttons().find(({ dataset }) => dataset.key.split(" ").includes(sign));
    if (taken?.label) label(taken.label);
    else if (taken?.leader) say(`${taken.leader.getAttribute("aria-label")}: which?`);
    else if (taken) say(`${taken.unknown} marks nothing.`);
    else if (button) run(button).catch(complain);
    return Boolean(taken ?? button);
  }

  function pressed(event) {
    const command = event.ctrlKey || event.metaKey;
    if (["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(event.key)) return;
    if (command && event.key === "z") deeds.undo();
    else if (event.key.startsWith("Arrow")) arrow(event);
    else if (command || event.altKey) return;
    else if (event.key === "Escape") {
      keymap.lead("");
      release();
      say("");
    } else if (!signed(event)) return;
    event.preventDefault();
  }

  root.addEventListener("keydown", pressed);
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("button, select, label")) root.focus({ preventScroll: true });
  });
  const aside = document.querySelector("aside");
  aside.addEventListener("mousedown", (event) => event.preventDefault());
  aside.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.label) label(button.dataset.label);
    else if (button?.dataset.deed) run(button).catch(complain);
  });
}
