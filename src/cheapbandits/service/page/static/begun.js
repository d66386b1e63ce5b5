// A campaign that is being set up on the server: how far it is, and a way to stop it.
import { el } from "./dom.js";
import { Refused, get, post } from "./api.js";

// Resolves to what the job came to, or to null where it was stopped; says so on the button.
export async function begun(job, button) {
  const stop = el("button", { type: "button", class: "quiet", id: "stop-start", onclick: () => { stop.disabled = true; stop.textContent = "Stopping"; post(`/api/jobs/${job.job}/cancel`).catch(() => {}); } }, "Stop");
  button.after(stop);
  try {
    while (!job.ended) {
      button.textContent = job.total ? `Setting up, ${job.done} %` : "Starting";
      job = await get(`/api/jobs/${job.job}?wait=10`);
    }
  } finally { stop.remove(); }
  if (job.error) throw new Refused(job.error, job.error.status);
  return job.state === "done" ? job.result : null;
}
