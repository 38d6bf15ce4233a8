import { randomBytes } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { WorkspaceDiff } from "../commit/parse-raw-diff.ts";
import { parseRawDiff } from "../commit/parse-raw-diff.ts";
import type { GitTalk } from "./git-talk.ts";
import type { AnswerReader, TalkOptions } from "./talk-process.ts";

const safeArguments = [
  "diff-tree",
  "--stdin",
  "-r",
  "--find-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/** For `askForDiff`: raw entries, counts and the patch, in this order. */
export const diffArguments = [...safeArguments, "--raw", "--numstat", "-z", "--patch", "--binary"];
/** For `askForText`: every file as text, changed lines only. */
export const changedLinesArguments = [...safeArguments, "--patch", "--text", "--unified=0"];
export const diffTalkOptions: TalkOptions = { questionsMax: 300, endOnAbort: true };

const patchBytesMax = 64 * 1024 * 1024;
/** Limit for raw entries and counts. */
const listBytesMax = 64 * 1024 * 1024;

/** Compares two trees by their ids, like `diffWorkspace`. Throws `diff_too_large` above 64 MiB of patch. */
export async function askForDiff(
  talk: GitTalk,
  trees: readonly [from: string, to: string],
  signal?: AbortSignal,
): Promise<WorkspaceDiff> {
  const output = await ask(talk, trees, patchBytesMax + listBytesMax, signal);
  const patchStart = findPatch(output);
  const files = parseRawDiff(output.toString("utf8", 0, patchStart));
  const patch = output.subarray(patchStart);
  if (patch.length > patchBytesMax) throw tooLarge();
  return { patch: patch.toString("utf8"), files, patchBytes: patch.length };
}

/** Returns the patch from a process started with `changedLinesArguments`. */
export async function askForText(
  talk: GitTalk,
  trees: readonly [from: string, to: string],
  signal?: AbortSignal,
): Promise<string> {
  return (await ask(talk, trees, patchBytesMax, signal)).toString("utf8");
}

async function ask(
  talk: GitTalk,
  [from, to]: readonly [from: string, to: string],
  bytesMax: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  // No content of a repository can look like the mark. git echoes a line that it does not know.
  const mark = `end-${randomBytes(16).toString("hex")}\n`;
  const output = await talk.ask(
    { text: `${from} ${to}\n${mark}`, begin: () => readUntil(mark, bytesMax) },
    signal,
  );
  const headEnd = output.indexOf("\n") + 1;
  const isSame = output.length === 0;
  if (!isSame && output.toString("latin1", 0, headEnd) !== `${from} ${to}\n`)
    throw new AppError("git_failed", "git diff-tree failed: its answer was not understood");
  return output.subarray(headEnd);
}

/** Returns the start of the patch, after the raw entries and the counts, which end with an empty field. */
function findPatch(output: Buffer): number {
  let at = 0;
  const field = (): string => {
    const end = output.indexOf(0, at);
    const text = output.toString("utf8", at, end === -1 ? output.length : end);
    at = end === -1 ? output.length : end + 1;
    return text;
  };
  let files = 0;
  while (output[at] === 0x3a) {
    const status = field().split(" ")[4] ?? "";
    field();
    if (/^[RC]/.test(status)) field();
    files += 1;
  }
  for (let count = 0; count < files; count++) {
    // A rename has an empty name here, followed by its two names.
    if (field().endsWith("\t")) {
      field();
      field();
    }
  }
  if (output[at] === 0) at += 1;
  return at;
}

function readUntil(mark: string, bytesMax: number): AnswerReader<Buffer> {
  const wanted = Buffer.from(mark);
  const chunks: Buffer[] = [];
  let length = 0;
  let tail: Buffer = Buffer.alloc(0);
  return {
    read(chunk) {
      const seen = Buffer.concat([tail, chunk]);
      const found = seen.indexOf(wanted);
      const end = found === -1 ? chunk.length : found + wanted.length - tail.length;
      chunks.push(chunk.subarray(0, end));
      length += end;
      if (length > bytesMax + wanted.length) throw tooLarge();
      if (found !== -1) return chunk.subarray(end);
      tail = seen.subarray(Math.max(0, seen.length - wanted.length + 1));
      return null;
    },
    answer: () => Buffer.concat(chunks).subarray(0, length - wanted.length),
  };
}

function tooLarge(): AppError {
  return new AppError("diff_too_large", `The change is larger than ${patchBytesMax / 1024 / 1024} MiB.`);
}
