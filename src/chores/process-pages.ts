import type { Sliced } from "../text/run-in-slices.ts";
import { callsPerStepMax, noAnswer, type Steps, type ToolAnswer, type ToolCall } from "./chore.ts";
import { acceptResult, createGathering, type Gathering, isComplete, nextRequests } from "./gather-items.ts";
import { type PageLine, readSource } from "./list-sources.ts";

export interface Page {
  path: string;
  /** Without line ends; empty for lines that the tool cut. */
  lines: string[];
  /** 0-based index of each cut line → start of its text. */
  cutLines: Map<number, string>;
}

interface PageHandler {
  /** Called once for each page that was read completely; returns the call that changes it, or null. */
  change(page: Page): Sliced<ToolCall | null>;
  /** Called with the result of that call. */
  changed(path: string, answer: ToolAnswer): void;
  /** Called when the page cannot be read. */
  unreadable(path: string, answer: ToolAnswer): void;
}

interface Asked {
  call: ToolCall;
  receive(answer: ToolAnswer): void;
}

/**
 * Reads whole pages and changes them, many in parallel; each page is handled in the step after its last
 * window.
 */
export function* processPages(paths: readonly string[], handler: PageHandler): Steps<void> {
  const waiting = [...paths].reverse();
  const reading = new Map<string, Gathering<PageLine>>();
  let changes: Asked[] = [];
  while (waiting.length + reading.size + changes.length > 0) {
    const batch = changes.splice(0, callsPerStepMax);
    for (const gathering of reading.values()) askFor(batch, gathering);
    while (batch.length < callsPerStepMax && waiting.length > 0) {
      const path = waiting.pop()!;
      const gathering = createGathering(readSource(path));
      reading.set(path, gathering);
      askFor(batch, gathering);
    }
    const answers = yield batch.map(({ call }) => call);
    for (const [index, asked] of batch.entries()) {
      yield;
      asked.receive(answers[index] ?? noAnswer);
    }
    changes = [...changes, ...(yield* takeComplete(reading, handler))];
  }
}

function askFor(batch: Asked[], gathering: Gathering<PageLine>): void {
  for (const { offset, call } of nextRequests(gathering, callsPerStepMax - batch.length)) {
    batch.push({ call, receive: (answer) => acceptResult(gathering, offset, answer) });
  }
}

function* takeComplete(reading: Map<string, Gathering<PageLine>>, handler: PageHandler): Sliced<Asked[]> {
  const changes: Asked[] = [];
  for (const [path, gathering] of reading) {
    if (!isComplete(gathering)) continue;
    reading.delete(path);
    if (gathering.failure !== null) {
      handler.unreadable(path, gathering.failure);
      continue;
    }
    yield;
    const call = yield* handler.change(toPage(path, gathering));
    if (call !== null) changes.push({ call, receive: (answer) => handler.changed(path, answer) });
  }
  return changes;
}

function toPage(path: string, gathering: Gathering<PageLine>): Page {
  const lines: string[] = [];
  const cutLines = new Map<number, string>();
  for (const [index, line] of (gathering.items as PageLine[]).entries()) {
    lines.push(line.isCut ? "" : line.text);
    if (line.isCut) cutLines.set(index, line.text);
  }
  return { path, lines, cutLines };
}
