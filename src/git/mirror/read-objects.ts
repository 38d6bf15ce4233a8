import { AppError } from "../../errors.ts";
import type { GitObject, ObjectType } from "./git-object.ts";
import type { GitTalk, Question } from "./git-talk.ts";
import type { AnswerReader } from "./talk-process.ts";

/** An object's id, type and size, known before its bytes are read. */
export interface ObjectHead {
  id: string;
  type: ObjectType;
  bytes: number;
}

interface FoundObject extends GitObject {
  id: string;
}

/** Arguments of the `GitTalk` for `askForObject` and `askForHead`. */
export const objectArguments = ["cat-file", "--batch-command", "--buffer"];
export const objectFlush = "flush\n";

const headBytesMax = 8 * 1024;
const lineFeed = 10;

/**
 * Returns an object by any of its names, or null if there is none. Does not load an object of more than
 * `bytesMax` and throws `git_failed`.
 */
export async function askForObject(
  talk: GitTalk,
  name: string,
  { bytesMax, signal }: { bytesMax: number; signal?: AbortSignal },
): Promise<FoundObject | null> {
  return await talk.ask(
    question("contents", name, () => readObject(name, bytesMax)),
    signal,
  );
}

/** Like `askForObject`, but without the bytes. */
export async function askForHead(
  talk: GitTalk,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectHead | null> {
  return await talk.ask(question("info", name, readHead), signal);
}

function question<Answer>(
  command: string,
  name: string,
  begin: () => AnswerReader<Answer>,
): Question<Answer> {
  if (/[\0\n]/.test(name)) throw new TypeError("the name of an object is one line");
  return { text: `${command} ${name}\n`, begin };
}

/** Reads one line: `<id> <type> <bytes>`, or `<name> missing`. */
function readHead(): AnswerReader<ObjectHead | null> {
  let line: Buffer = Buffer.alloc(0);
  return {
    read(chunk) {
      const end = chunk.indexOf(lineFeed);
      line = Buffer.concat([line, end === -1 ? chunk : chunk.subarray(0, end)]);
      if (line.length > headBytesMax) throw notUnderstood();
      return end === -1 ? null : chunk.subarray(end + 1);
    },
    answer: () => parseHead(line.toString("utf8")),
  };
}

function parseHead(line: string): ObjectHead | null {
  if (/ (?:missing|ambiguous)$/.test(line)) return null;
  const [, id, type, bytes] = /^([0-9a-f]+) (blob|tree|commit|tag) (\d+)$/.exec(line) ?? [];
  if (id === undefined) throw notUnderstood();
  return { id, type: type as ObjectType, bytes: Number(bytes) };
}

/** Reads the line, then the object's bytes and a line feed. */
function readObject(name: string, bytesMax: number): AnswerReader<FoundObject | null> {
  const head = readHead();
  let found: ObjectHead | null | undefined;
  let bytes: Buffer | null = null;
  let at = 0;
  return {
    read(chunk) {
      let rest = chunk;
      if (found === undefined) {
        const left = head.read(rest);
        if (left === null) return null;
        found = head.answer();
        if (found === null) return left;
        rest = left;
        // A buffer of its own, so that nothing else keeps it in memory.
        if (found.bytes <= bytesMax) bytes = Buffer.allocUnsafeSlow(found.bytes);
      }
      const total = found!.bytes;
      if (bytes !== null && at < total) rest.copy(bytes, at, 0, total - at);
      const used = Math.min(rest.length, total + 1 - at);
      at += used;
      return at === total + 1 ? rest.subarray(used) : null;
    },
    answer() {
      if (found === null || found === undefined) return null;
      if (bytes === null) throw tooLarge(name, found.bytes);
      return { id: found.id, type: found.type, bytes };
    },
  };
}

function tooLarge(name: string, bytes: number): AppError {
  return new AppError("git_failed", `git cat-file failed: the object ${name} is too large: ${bytes} bytes`);
}

function notUnderstood(): AppError {
  return new AppError("git_failed", "git cat-file failed: its answer was not understood");
}
