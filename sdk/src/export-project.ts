import type { CallOptions } from "./call-options.ts";
import { ConnectionError } from "./errors.ts";
import type { CheckCounts, JobRecord, ManagedProject } from "./generated-types.ts";
import { readText } from "./read-text.ts";
import { assertType, send, type Transport, timeoutError } from "./send.ts";
import type { AnyJobEvent } from "./stream-events.ts";
import { createWatch, type Watch } from "./watch.ts";

// The next job arrives within this time, however slow the store is.
const silenceMs = 60_000;

export type ExportOptions = Pick<CallOptions, "signal" | "headers">;

type UnusedFields = "counts" | "limit" | "thisMonth" | "retention";

/** A pull request that Copydesk keeps itself. */
export interface ExportedPullRequest {
  number: number;
  state: "open" | "merged" | "closed";
  draft: boolean;
  branch: string;
  baseRef: string;
  baseCommit: string;
  headCommit: string;
  title: string;
  body: string;
  diff: string;
  checks: CheckCounts | null;
  comments: Record<string, { body: string; at: string }>;
  approvals: unknown[];
  mergeCommit: string | null;
  mergedAt: string | null;
  mergedBy: { name: string; email: string } | null;
  compareUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ExportedJob {
  kind: "job";
  job: JobRecord;
  prompt: string;
  events: AnyJobEvent[];
  /** Null if there is none, or if it was removed because of its age. */
  diff: string | null;
  pullRequests: ExportedPullRequest[];
  /** Time at which its events and its diff were removed because of their age. */
  transcriptExpiredAt: string | null;
}

/** One line of an export: first its format, then the project, its jobs, and their number. */
export type ExportLine =
  | { kind: "export"; format: string; formatVersion: number; version: string; exportedAt: string }
  | { kind: "project"; project: Omit<ManagedProject, UnusedFields> }
  | ExportedJob
  | { kind: "end"; jobs: number };

/** Yields each line as it comes. Throws `ConnectionError` if the last one is missing. */
export async function* exportProject(
  transport: Transport,
  projectId: string,
  { signal, headers }: ExportOptions = {},
): AsyncGenerator<ExportLine, void, undefined> {
  const watch = createWatch(signal, () => timeoutError(silenceMs));
  try {
    watch.allow(transport.timeoutMs);
    const call = { id: "exportProject", params: { projectId }, options: { headers } } as const;
    const response = await send(transport, call, watch.signal);
    watch.pause();
    assertType(response, "application/x-ndjson");
    let isWhole = false;
    for await (const text of readLines(response.body, watch)) {
      const line = parseLine(text);
      isWhole = line.kind === "end";
      yield line;
    }
    if (!isWhole) throw cutOff();
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.close();
  }
}

async function* readLines(
  body: ReadableStream<Uint8Array> | null,
  watch: Watch,
): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  // The pieces of a line: a long line is joined only once.
  let parts: string[] = [];
  for await (const text of readText(body, { watch, silenceMs })) {
    const [rest = "", ...next] = text.split("\n");
    parts.push(rest);
    for (const begin of next) {
      yield parts.join("");
      parts = [begin];
    }
  }
}

function parseLine(text: string): ExportLine {
  try {
    return JSON.parse(text) as ExportLine;
  } catch {
    throw cutOff();
  }
}

function cutOff(): ConnectionError {
  const detail = "The export was cut off: its last line is missing.";
  return new ConnectionError({ code: "connection_failed", detail });
}
