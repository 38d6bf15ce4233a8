import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ParentMessage, ProcessMessage } from "../checks/processes/call-types.ts";

/**
 * A process of its own, so that outside text can take neither the service's main thread nor its memory. One
 * call at a time; nothing of a site is compiled or run.
 */
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/copydesk"));
// While a page keeps this thread busy, only another one sees that the service is gone.
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
const { answer, close } = createCallAnswerer(createCommitReader().open, (list, items) =>
  send({ kind: "piece", list, items }),
);
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
