import { flushCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import type { GitHistory, OpenHistory } from "../checks/history/git-history.ts";
import type { CallAnswerer } from "../checks/processes/answer-call.ts";
import type {
  CallResults,
  CheckCall,
  ParentMessage,
  ProcessMessage,
} from "../checks/processes/call-types.ts";
import type { CommitPlace } from "../checks/processes/commit-files.ts";

/** Runs in a process of `check-process.mjs`: one call at a time; nothing of a site is compiled or run. */
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

const send = (message: ProcessMessage): void => void process.send?.(message);
const { answer, close } = await loadAnswerer(process.argv[2]);
flushCompileCache();
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

/** Loads only the modules that answer calls of this kind. */
async function loadAnswerer(holds: string | undefined): Promise<CallAnswerer> {
  if (holds === "pages") {
    const { findPageProblems } = await import("../checks/processes/find-page-problems.ts");
    await import("../checks/processes/parse-mdx.ts");
    return answererOf("page", findPageProblems);
  }
  if (holds === "renderings") {
    const { renderChange } = await import("../rendering/render-change.ts");
    return answererOf("render", renderChange);
  }
  const { createCallAnswerer } = await import("../checks/processes/answer-call.ts");
  const { createCommitReader } = await import("../git/mirror/create-commit-reader.ts");
  const git = { openCommit: createCommitReader().open, openHistory: keepHistory() };
  return createCallAnswerer(git, (list, items) => send({ kind: "piece", list, items }));
}

function answererOf<Kind extends "page" | "render">(
  kind: Kind,
  answer: (call: Extract<CheckCall, { kind: Kind }>) => CallResults[Kind] | Promise<CallResults[Kind]>,
): CallAnswerer {
  return {
    async answer(call) {
      if (call.kind !== kind) throw new Error(`this process does not answer calls of the kind ${call.kind}`);
      return await answer(call as Extract<CheckCall, { kind: Kind }>);
    },
    close: () => undefined,
  };
}

/** Keeps the newest history open: a long list of findings is requested in parts. */
function keepHistory(): OpenHistory {
  let kept: { place: CommitPlace; history: GitHistory } | null = null;
  return async (place, signal) => {
    const isKept = kept?.place.gitDirectory === place.gitDirectory && kept.place.commit === place.commit;
    if (!isKept) {
      kept?.history.close();
      kept = { place, history: await (await import("../git/history/open-history.ts")).openHistory(place) };
    }
    signal.throwIfAborted();
    return { ...kept!.history, close: () => undefined };
  };
}
