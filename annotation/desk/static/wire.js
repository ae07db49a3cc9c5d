/** Talking to the desk: deeds go one at a time, in order, and are repeated until they are answered. */

const TOKEN = document.querySelector('meta[name="csrf-token"]').content;
const PAUSE = 1500;

export class Refusal extends Error {}

async function answerOf(response) {
  if (response.ok) return response.json();
  const reason = await response.text();
  throw new Refusal(reason.startsWith("{") ? JSON.parse(reason).error : reason.trim());
}

/** Read something, e.g. get("note", { id }). */
export async function get(path, query = {}) {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`).catch(() => null);
  if (!response) throw new Refusal("the desk does not answer");
  return answerOf(response);
}

export class Line {
  /** @param {(waiting: number, lost: boolean) => void} changed told when the line or the connection changes */
  constructor(changed) {
    this.changed = changed;
    this.waiting = 0;
    this.last = Promise.resolve();
    addEventListener("beforeunload", (event) => this.waiting && event.preventDefault());
  }

  /** Queue a deed; resolves to the answer, rejects with a Refusal. */
  post(path, body) {
    this.waiting += 1;
    this.changed(this.waiting, false);
    const sent = JSON.stringify({ ...body, entry: crypto.randomUUID() });
    const answer = this.last.then(() => this.send(path, sent)).finally(() => {
      this.waiting -= 1;
      this.changed(this.waiting, false);
    });
    this.last = answer.catch(() => {});
    return answer;
  }

  async send(path, body) {
    const headers = { "content-type": "application/json", "x-csrf-token": TOKEN };
    for (;;) {
      try {
        return await answerOf(await fetch(path, { method: "POST", headers, body }));
      } catch (error) {
        if (error instanceof Refusal) throw error;
        this.changed(this.waiting, true);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}
