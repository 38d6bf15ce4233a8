import { type EventData, type EventKind, type EventOf, recordVersion } from "../../jobs/events.ts";
import { readEvent } from "../../jobs/read-event.ts";
import type { CheckCounts } from "../../jobs/record.ts";
import { countOf } from "../../text/count-of.ts";
import { toOneLine } from "./format-table.ts";

const lineCharactersMax = 160;

interface EventText {
  kind: string;
  data: Record<string, unknown>;
}

type Descriptions = { [K in EventKind]: (data: EventData<K>) => string };

const descriptions: Descriptions = {
  created: () => "queued",
  message: ({ prompt }) => `message: ${firstLine(prompt)}`,
  started: ({ resumes }) => (resumes ? "another worker continues the job" : "a worker took the job"),
  restarted: ({ why }) => `starts over: ${firstLine(why)}`,
  prepared: ({ baseRef, baseCommit, files, durationMs }) =>
    `checked out ${baseRef} at ${shorten(baseCommit)}: ${countOf(files, "file")} in ${durationMs} ms`,
  context: ({ sources }) =>
    `reads ${sources.map(({ name, commit }) => `${name} at ${shorten(commit)}`).join(", ")}`,
  baseline: ({ site, otherSites = [], findings, notJudged }) =>
    `checked the untouched site: ${[site, ...otherSites].map(describeSite).join(", ")}, ${countOf(findings, "known problem")}${describeNotJudged(notJudged)}`,
  prompt: () => "the agent reads the prompt",
  model_answer: ({ step, toolCalls }) => `step ${step}: ${describeCalls(toolCalls)}`,
  model_retry: ({ message, waitMs }) => `${firstLine(message)}; retried in ${Math.ceil(waitMs / 1_000)} s`,
  summary: () => "the model summarized its oldest steps",
  engine_update: ({ text }) => firstLine(text),
  engine_result: ({ kind }) => `the other agent ended: ${kind.replaceAll("_", " ")}`,
  tool_result: ({ name, ok, output, warning }) =>
    `${name}${ok ? "" : " failed"}: ${firstLine(output)}${warning === null ? "" : ` (warned: ${warning})`}`,
  checks: ({ counts, notJudged }) =>
    `checked the change: ${describeChecks(counts)}${describeNotJudged(notJudged)}`,
  repair_round: (data) =>
    `repair round ${data.round}: back to the agent with ${countOf(data.new, "new problem")}`,
  citations: ({ cited, uncited, unsupported }) =>
    `${countOf(cited, "citation")}, ${countOf(uncited, "paragraph")} without, ${unsupported} unsupported`,
  unchanged: ({ reasons }) => `nothing to change: ${firstLine(reasons)}`,
  committed: ({ commit, files }) =>
    commit === null
      ? `changed ${countOf(files, "file")}`
      : `committed ${shorten(commit)}: ${countOf(files, "file")}`,
  pushed: ({ branch }) => `pushed branch ${branch}`,
  pull_request: ({ number }) => `pull request #${number} is open`,
  pull_request_state: ({ number, state }) => `the code host says that pull request #${number} is ${state}`,
  previewed: ({ checks }) => `the preview is ready: ${describeChecks(checks)}`,
  pull_request_requested: () => "the preview's pull request was requested",
  archived: ({ automatic }) => (automatic ? "archived after its time" : "archived"),
  unarchived: () => "restored",
  completed: ({ message }) => `completed: ${firstLine(message)}`,
  failed: ({ reason, message }) => `failed (${reason}): ${firstLine(message)}`,
};

/** Describes an event of a job in one line. An event that this version cannot read is shown by its kind. */
export function describeEvent({ kind, data }: EventText): string {
  const event = readEvent({ kind, data, version: recordVersion });
  return toOneLine(event.kind === "unreadable" ? kind.replaceAll("_", " ") : describe(event));
}

function describe<K extends EventKind>({ kind, data }: EventOf<K>): string {
  return descriptions[kind](data);
}

/** Only counts the links; the reasons are in the checks themselves. */
function describeNotJudged(notJudged: readonly { links: number }[]): string {
  const links = notJudged.reduce((sum, one) => sum + one.links, 0);
  return links === 0 ? "" : `, links not judged here: ${links.toLocaleString("en-US")}`;
}

function describeSite({ generator, pageCount }: { generator: string; pageCount: number }): string {
  return `${generator} site, ${countOf(pageCount, "page")}`;
}

export function describeChecks(counts: CheckCounts | null): string {
  if (counts === null) return "did not run";
  const { warnings = 0, removed = 0 } = counts;
  const rest = [
    warnings > 0 && countOf(warnings, "new warning"),
    removed > 0 && `${removed} removed with the text`,
  ].filter((part) => part !== false);
  const all = `${counts.new} new, ${counts.fixed} fixed, ${counts.preexisting} preexisting`;
  return [all, ...rest].join(", ");
}

function describeCalls(calls: readonly { name: string }[]): string {
  if (calls.length === 0) return "the model responds";
  const counts = Map.groupBy(calls, ({ name }) => name);
  const names = [...counts].map(([name, { length }]) => (length === 1 ? name : `${name} × ${length}`));
  return `the model calls ${names.join(", ")}`;
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line.length > lineCharactersMax ? `${line.slice(0, lineCharactersMax)}…` : line;
}

function shorten(commit: string): string {
  return commit.slice(0, 10);
}
