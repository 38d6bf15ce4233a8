import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { GitHistory } from "../checks/history/git-history.ts";
import type { ParentMessage, ProcessMessage } from "../checks/processes/call-types.ts";
import type { CommitPlace } from "../checks/processes/commit-files.ts";

/**
 * A separate process, so that untrusted text can neither block the service's main thread nor exhaust its
 * memory. One call at a time; nothing of a site is compiled or run.
 */
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/copydesk"));
// While a page keeps this thread busy, only another thread notices that the service is gone.
const watch = `
  const { workerData } = require("node:worker_threads");
  setInterval(() => process.ppid === workerData || process.kill(process.pid, "SIGKILL"), 1000);`;
const resourceLimits = {
  maxOldGenerationSizeMb: 8,
  maxYoungGenerationSizeMb: 1,
  codeRangeSizeMb: 8,
  stackSizeMb: 1,
};
new Worker(watch, { eval: true, workerData: process.ppid, resourceLimits }).unref();
process.on("disconnect", () => process.exit(0));

const { createCallAnswerer } = await import("../checks/processes/answer-call.ts");
const { createCommitReader } = await import("../git/mirror/create-commit-reader.ts");
if (process.argv[2] === "pages") await import("../checks/processes/parse-mdx.ts");
if (process.argv[2] === "renderings") await import("../rendering/render-change.ts");
flushCompileCache();

const send = (message: ProcessMessage): void => void process.send?.(message);
let kept: { place: CommitPlace; history: GitHistory } | null = null;
/** Keeps the newest history open: a long list of findings is requested in parts. */
async function openHistory(place: CommitPlace, signal: AbortSignal): Promise<GitHistory> {
  const isKept = kept?.place.gitDirectory === place.gitDirectory && kept.place.commit === place.commit;
  if (!isKept) {
    kept?.history.close();
    kept = { place, history: await (await import("../git/history/open-history.ts")).openHistory(place) };
  }
  signal.throwIfAborted();
  return { ...kept!.history, close: () => undefined };
}
const git = { openCommit: createCommitReader().open, openHistory };
const { answer, close } = createCallAnswerer(git, (list, items) => send({ kind: "piece", list, items }));
let stop = new AbortController();

process.on("message", async (message: ParentMessage) => {
  if (message.kind === "stop") return stop.abort(new Error("stopped"));
  if (message.kind === "close") return close(message.site);
  stop = new AbortController();
  try {
    send({ kind: "result", result: await answer(message.call, stop.signal) });
  } catch (error) {
    const { code = null, message: text } = error as { code?: string; message: string };
    send({ kind: "error", code, message: String(text) });
  }
});
send({ kind: "ready" });
