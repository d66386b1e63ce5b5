// Talking to the server: JSON and packed arrays, who one is, and what went wrong in words of the page.
import { unclean, who } from "./names.js";
import { plain } from "./words.js";

export { who };

export class Refused extends Error {
  constructor(problem, status) {
    super(plain(problem.detail ?? "") || `the server answered ${status}`);
    Object.assign(this, { status, kind: problem.kind, stored: problem.stored });
  }
}
// Whether what was refused, as somebody had changed the reading meanwhile, is the very change that one
// wants, by oneself: its answer was lost.
export const done = ({ kind, stored }, how, reading) => kind === "OtherReadingError" && stored?.kind === how && stored.who === (who() || "somebody") && stored.body.reading === reading;
export class Away extends Error {}

// Only what is plainly ours is an answer; a proxy's 502, a login page of the network or another
// server's JSON is as if the server were away.
const ours = (problem, status) => problem?.kind && problem.type === `urn:cheapbandits:${problem.kind}` && problem.status === status;
export function foreign() { line(false); return new Away("The server is away; something else answered."); }
function unheard() { line(false); return new Away("No connection."); }

// Whether the server answers: whoever shows that listens for "line".
const line = (up) => dispatchEvent(new CustomEvent("line", { detail: up }));

// Requests of this window, by their keys: its own readings come back as changes too.
const sent = new Set();
export const mine = (event) => sent.has(event.key) || (who() !== "" && event.who === who());

async function send(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw unheard();
  }
  if (answer.status === 401) { line(true); location.href = "/login"; throw new Away("Log in first."); }
  if (answer.ok) {
    if ((answer.headers.get("Content-Type") ?? "").startsWith("text/html")) throw foreign();
    line(true);
    return answer;
  }
  const problem = await answer.json().catch(() => null);
  if (!ours(problem, answer.status)) throw foreign();
  line(true);
  throw new Refused(problem, answer.status);
}

const read = (answer) => answer.json().catch((error) => { throw error instanceof SyntaxError ? foreign() : error.name === "TimeoutError" ? unheard() : error; });

export const get = async (path, options) => read(await send(path, options));

// `name`: who did it, where that may be somebody else than who sends it. An older page may have kept one that nobody can have.
// `patience`: milliseconds after which a server that says nothing is away; without, as long as it takes.
export async function post(path, body = {}, key = null, name = who(), patience = null) {
  if (unclean(name)) name = who();
  // Whoever gives no name is somebody: the server would write the name of its own account.
  const headers = { "Content-Type": "application/json", "Cheapbandits-Who": encodeURIComponent(name || "somebody") };
  if (key) { headers["Idempotency-Key"] = key; sent.add(key); }
  return read(await send(path, { method: "POST", headers, body: JSON.stringify(body), ...(patience ? { signal: AbortSignal.timeout(patience) } : {}) }));
}

export async function upload(path, file, signal) {
  const headers = { "Content-Type": "application/octet-stream" };
  return read(await send(path, { method: "POST", headers, body: file, signal }));
}

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array };

export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  for (const [name, [kind, at, size]] of Object.entries(head.arrays)) head[name] = new KINDS[kind](buffer, 4 + length + at, size);
  return head;
}

// Save a file from the server; what it refuses is said, not opened.
export async function download(path, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(await (await send(path)).blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export const packed = async (path, options) => unpack(await (await send(path, options)).arrayBuffer());

// Lines of JSON as they come, for work that takes long; the signal ends it.
export async function lines(path, body, signal, each) {
  const options = body === null ? { signal } : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  const answer = await send(path, options), reader = answer.body.getReader(), decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) { const line = JSON.parse(part); if (line.error && !signal.aborted) throw new Refused({ detail: line.error }, answer.status); each(line); }
  }
}
