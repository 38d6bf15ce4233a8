import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const logsFolder = join(import.meta.dirname, "../fixtures/recorded-logs");

type Row = Record<string, unknown>;

/**
 * The first line of a file: what is there before the job. `repositoryPath` and the like stand where the
 * recording had its own.
 */
export interface RecordedStore {
  release: { version: string; commit: string; recordVersion: number; migration: string };
  /** For `git fast-import`: the base branch and, in `recorded/<job>`, what the jobs pushed. */
  objects: string;
  baseCommit: string;
  project: Row;
  workers: Row[];
}

/**
 * One event, with what the transaction that wrote it changed in the rows of the job and of its pull request.
 */
export interface RecordedEvent {
  seq: number;
  kind: string;
  version: number;
  data: Row;
  author: unknown;
  job?: Row;
  pullRequest?: Row;
}

export interface RecordedJob {
  name: string;
  id: string;
  /** Text of each commit of the job, oldest first. */
  commits: [hash: string, text: string][];
  events: RecordedEvent[];
}

export interface RecordedRelease extends RecordedStore {
  name: string;
  jobs: RecordedJob[];
}

export const repositoryPath = "{{repository}}";

/** One folder for each release whose logs were recorded. */
export function readRecordedReleases(): RecordedRelease[] {
  return readdirSync(logsFolder).map((name) => {
    const read = (file: string) =>
      readFileSync(join(logsFolder, name, file), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    const files = readdirSync(join(logsFolder, name)).filter((file) => file !== "store.jsonl");
    const jobs = files.map((file): RecordedJob => {
      const [{ id, commits }, ...events] = read(file);
      return { name: file.replace(".jsonl", ""), id, commits, events };
    });
    return { name, ...(read("store.jsonl")[0] as RecordedStore), jobs };
  });
}

/** The rows as they were after the first `count` events. */
export function rowsAfter({ events }: RecordedJob, count: number): { job: Row; pullRequest: Row | null } {
  const job: Row = {};
  const pullRequest: Row = {};
  for (const event of events.slice(0, count)) {
    Object.assign(job, event.job);
    Object.assign(pullRequest, event.pullRequest);
  }
  return { job, pullRequest: Object.keys(pullRequest).length === 0 ? null : pullRequest };
}
