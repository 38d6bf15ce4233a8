import { toOneLine } from "./format-table.ts";

const lineCharactersMax = 160;

interface EventText {
  kind: string;
  data: Record<string, unknown>;
}

type Describe = (data: Record<string, unknown>) => string;

const descriptions: Record<string, Describe> = {
  created: () => "queued",
  message: ({ prompt }) => `told: ${firstLine(prompt)}`,
  started: ({ resumes }) =>
    resumes === true ? "another worker goes on with the job" : "a worker took the job",
  restarted: ({ why }) => `begins anew: ${firstLine(why)}`,
  prepared: ({ baseRef, baseCommit, files, durationMs }) =>
    `checked out ${baseRef} at ${shorten(baseCommit)}: ${files} files in ${durationMs} ms`,
  baseline: ({ site, findings }) =>
    `checked the untouched site: ${describeSite(site)}${findings} known problems`,
  prompt: () => "the agent reads the prompt",
  model_answer: ({ step, toolCalls }) => `step ${step}: ${describeCalls(toolCalls)}`,
  model_retry: ({ message, waitMs }) =>
    `${firstLine(message)}; asked again in ${Math.ceil(Number(waitMs) / 1_000)} s`,
  summary: () => "the model summed up its oldest steps",
  engine_update: ({ text }) => firstLine(text),
  engine_result: ({ kind }) => `the other agent ended: ${String(kind).replaceAll("_", " ")}`,
  tool_result: ({ name, ok, output, warning }) =>
    `${name}${ok === false ? " failed" : ""}: ${firstLine(output)}${typeof warning === "string" ? ` (warned: ${warning})` : ""}`,
  checks: ({ counts }) => `checked the change: ${describeChecks(counts)}`,
  repair_round: (data) => `repair round ${data.round}: ${data.new} new problems go back to the agent`,
  committed: ({ commit, files }) =>
    commit === null
      ? `changed ${countOf(files, "file")}`
      : `committed ${shorten(commit)}: ${countOf(files, "file")}`,
  pushed: ({ branch }) => `pushed branch ${branch}`,
  pull_request: ({ number }) => `pull request #${number} is open`,
  pull_request_state: ({ number, state }) => `the code host says that pull request #${number} is ${state}`,
  previewed: ({ checks }) => `the preview is ready: ${describeChecks(checks)}`,
  pull_request_requested: () => "the preview's pull request is wanted",
  archived: ({ automatic }) => (automatic === true ? "put away after its time" : "put away"),
  unarchived: () => "taken back",
  completed: ({ message }) => `completed: ${firstLine(message)}`,
  failed: ({ reason, message }) => `failed (${reason}): ${firstLine(message)}`,
};

/** An event of a job in one line for people. Unknown kinds are named by their kind. */
export function describeEvent({ kind, data }: EventText): string {
  const describe = Object.hasOwn(descriptions, kind) ? descriptions[kind] : undefined;
  return toOneLine(describe?.(data) ?? kind.replaceAll("_", " "));
}

export function describeChecks(counts: unknown): string {
  if (typeof counts !== "object" || counts === null) return "did not run";
  const { new: fresh, fixed, preexisting } = counts as Record<string, unknown>;
  return `${fresh} new, ${fixed} fixed, ${preexisting} preexisting`;
}

function describeSite(site: unknown): string {
  if (typeof site !== "object" || site === null) return "";
  const { generator, pageCount } = site as Record<string, unknown>;
  return `${generator} site, ${pageCount} pages, `;
}

function describeCalls(calls: unknown): string {
  if (!Array.isArray(calls) || calls.length === 0) return "the model answers";
  const counts = Map.groupBy(calls as { name?: unknown }[], ({ name }) => String(name));
  const names = [...counts].map(([name, { length }]) => (length === 1 ? name : `${name} × ${length}`));
  return `the model calls ${names.join(", ")}`;
}

function firstLine(output: unknown): string {
  const [line = ""] = String(output ?? "").split("\n", 1);
  return line.length > lineCharactersMax ? `${line.slice(0, lineCharactersMax)}…` : line;
}

function shorten(commit: unknown): string {
  return String(commit ?? "").slice(0, 10);
}

/** "1 file", "3 files": of a list or a number. */
export function countOf(list: unknown, noun: string): string {
  const length = Array.isArray(list) ? list.length : Number(list ?? 0);
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`;
}
