import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { createScanCache, type ScanCache } from "../checks/model/scan-cache.ts";
import { type AnswerCache, createAnswerCache } from "../checks/processes/create-page-parser.ts";

/** What was found out about single pages, by their contents. */
export interface KeptResults {
  facts: ScanCache;
  answers: AnswerCache;
  /** Takes what the last run on this folder has kept. */
  load(root: string): void;
  /** Keeps what this run has used, for the folder that was loaded last. */
  save(): void;
}

interface Kept {
  facts: [string, NonNullable<ReturnType<ScanCache["get"]>>][];
  answers: [string, NonNullable<ReturnType<AnswerCache["get"]>>][];
}

const filesMax = 10;
const bytesMax = 32 * 1024 * 1024;

/**
 * A run reads and parses only the pages that the run before it on the same folder did not know. Null keeps
 * nothing. Where the folder cannot be written or a file not be read, all pages are read again.
 */
export function keepResults(folder: string | null): KeptResults {
  const facts = noteUse(createScanCache());
  const answers = noteUse(createAnswerCache());
  let file: string | null = null;
  return {
    facts,
    answers,
    load(root) {
      if (folder === null) return;
      const loaded = join(folder, hash("sha256", `${hashProgram()} ${root}`));
      if (loaded === file) return;
      file = loaded;
      const kept = readKept(file);
      for (const [key, value] of kept.facts) facts.take(key, value);
      for (const [key, value] of kept.answers) answers.take(key, value);
    },
    save() {
      if (folder === null || file === null || !(facts.isChanged() || answers.isChanged())) return;
      const kept: Kept = {
        facts: facts.used().filter(([, { notRead }]) => notRead === null),
        answers: answers.used().filter(([, { mdx }]) => !mdx?.isUnread),
      };
      const bytes = serialize(kept);
      if (bytes.length <= bytesMax) writeKept(folder, file, bytes);
    },
  };
}

function noteUse<Value>(cache: {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}) {
  const used = new Set<string>();
  let isChanged = false;
  return {
    take: cache.set,
    get(key: string): Value | undefined {
      used.add(key);
      return cache.get(key);
    },
    set(key: string, value: Value): void {
      used.add(key);
      isChanged = true;
      cache.set(key, value);
    },
    isChanged: () => isChanged,
    used: (): [string, Value][] =>
      [...used].flatMap((key) => {
        const value = cache.get(key);
        return value === undefined ? [] : [[key, value]];
      }),
  };
}

/** Another program, or other packages, may read pages otherwise. */
function hashProgram(): string {
  const root = join(import.meta.dirname, "../..");
  const sources = ["src/checks", "src/folder-check", "src/markdown", "src/text"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => join(folder, path)),
  );
  const texts = ["package-lock.json", ...sources.sort()].map((path) => readFileSync(join(root, path)));
  return hash("sha256", Buffer.concat(texts));
}

function readKept(file: string): Kept {
  try {
    return deserialize(readFileSync(file));
  } catch {
    return { facts: [], answers: [] };
  }
}

function writeKept(folder: string, file: string, bytes: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, bytes, { mode: 0o600 });
    renameSync(unfinished, file);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const newestFirst = files
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    for (const { path } of newestFirst.slice(filesMax)) rmSync(path, { force: true });
  } catch {
    // The next run reads all pages again.
  }
}
