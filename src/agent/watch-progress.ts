import { createHash } from "node:crypto";

/**
 * Consecutive identical calls with the same result: the first limit warns, the second ends the conversation.
 */
const sameCallWarns = 3;
const sameCallEnds = 5;
/** Consecutive steps that repeat earlier ones in any order, or return to an earlier state of the files. */
const repeatedWarns = 4;
const repeatedEnds = 8;
/** Consecutive steps that are new, but neither change a file nor show the model anything new. */
const fruitlessWarns = 8;
const fruitlessEnds = 16;

interface WatchedCall {
  name: string;
  input: unknown;
  ok: boolean;
  /** Output as the tool returned it. */
  output: string;
}

/**
 * Progress of one conversation. It depends only on the calls, their results and the tree hashes in the
 * record, so that a replay leads to the same warnings and the same end.
 */
export interface Progress {
  tree: string;
  trees: Set<string>;
  /** Calls with their result, and results alone, in one state of the files. */
  seen: Set<string>;
  shown: Set<string>;
  /** For each call of the last step that had any: number of consecutive steps with the same result. */
  runs: Map<string, { name: string; count: number }>;
  repeated: number;
  fruitless: number;
  /** Calls of the current step. */
  calls: WatchedCall[];
  hasWritten: boolean;
}

export function startProgress(): Progress {
  return {
    ...{ tree: "", trees: new Set([""]), seen: new Set(), shown: new Set(), runs: new Map() },
    ...{ repeated: 0, fruitless: 0, calls: [], hasWritten: false },
  };
}

/** Adds a call to the step. Returns a warning for the model to go with the call's result, or null. */
export function noteCall(progress: Progress, call: WatchedCall, hasWritten: boolean): string | null {
  progress.calls.push(call);
  progress.hasWritten ||= hasWritten;
  if (progress.hasWritten) return null;
  const times = (progress.runs.get(identify(progress.tree, call))?.count ?? 0) + 1;
  if (times < sameCallWarns) return null;
  return `This is the same call with the same result, ${times} times in a row. Do something else, or call finish. The job is stopped when nothing new comes of ${sameCallEnds}.`;
}

/**
 * Ends the step, with the tree hash if it wrote. Returns a warning for the model to go with the last result,
 * or null.
 */
export function endStep(progress: Progress, tree: string | null): string | null {
  const { calls, trees } = progress;
  const isNewTree = tree !== null && !trees.has(tree);
  progress.tree = tree ?? progress.tree;
  trees.add(progress.tree);
  const keys = calls.map((call) => identify(progress.tree, call));
  const showsNew = noteShown(progress, calls);
  const isKnown = keys.every((key) => progress.seen.has(key)) || (tree !== null && !isNewTree);
  for (const key of keys) progress.seen.add(key);
  progress.runs = new Map(
    keys.map((key, index) => [
      key,
      { name: calls[index]!.name, count: (progress.runs.get(key)?.count ?? 0) + 1 },
    ]),
  );
  progress.calls = [];
  progress.hasWritten = false;
  const isProgress = isNewTree || (showsNew && tree === null);
  progress.fruitless = isProgress ? 0 : progress.fruitless + 1;
  progress.repeated = isKnown && !isProgress ? progress.repeated + 1 : 0;
  return describeWarning(progress);
}

/** Records a step without a call. */
export function noteSilence(progress: Progress): void {
  progress.fruitless += 1;
}

/** Records that the model got new information: from people, or from checks that ask for repairs. */
export function noteNews(progress: Progress): void {
  progress.runs = new Map();
  progress.repeated = 0;
  progress.fruitless = 0;
}

/** Called after results were removed from the conversation, since the model may well need them again. */
export function forgetResults({ seen, shown }: Progress): void {
  seen.clear();
  shown.clear();
}

/** Returns why the conversation is stuck, or null. */
export function findStuck(progress: Progress): string | null {
  const { runs, repeated, fruitless } = progress;
  const same = [...runs.values()].find(({ count }) => count >= sameCallEnds);
  if (same !== undefined && fruitless >= sameCallEnds - 1) {
    return describeEnd(`called ${same.name} ${same.count} times in a row with the same result`);
  }
  if (repeated >= repeatedEnds) return describeEnd(`only repeated earlier steps, ${repeated} in a row`);
  if (fruitless < fruitlessEnds) return null;
  return describeEnd(`took ${fruitless} steps in a row that neither changed a file nor read anything new`);
}

function describeEnd(what: string): string {
  return `The model ${what}, so the job was stopped. What it changed before is in the job's diff. Ask for less at once, say more exactly which pages are meant, or choose a more capable model.`;
}

function describeWarning({ repeated, fruitless }: Progress): string | null {
  if (repeated >= repeatedWarns) {
    return `The last ${repeated} steps only repeated earlier ones. Do something else, or call finish. The job is stopped after ${repeatedEnds}.`;
  }
  if (fruitless < fruitlessWarns) return null;
  return `The last ${fruitless} steps neither changed a file nor showed anything new. Go another way, or call finish. The job is stopped after ${fruitlessEnds}.`;
}

/** Only successful calls count, because errors can differ forever. */
function noteShown({ shown, tree }: Progress, calls: readonly WatchedCall[]): boolean {
  let isNew = false;
  for (const { ok, output } of calls) {
    const key = digest([tree, output]);
    isNew ||= ok && !shown.has(key);
    shown.add(key);
  }
  return isNew;
}

function identify(tree: string, { name, input, ok, output }: WatchedCall): string {
  return digest([tree, name, sortKeys(input), ok, output]);
}

function digest(parts: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}
