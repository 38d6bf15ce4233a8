import { createHash } from "node:crypto";
import { type RecordedJob, type RecordedRelease, rowsAfter } from "./log-format.ts";

type Row = Record<string, unknown>;

/** A recorded job as it was after some of its events, under an id and in a project of its own. */
export interface CutJob {
  /** Of the recorded job, and how much of its log is there. */
  title: string;
  id: string;
  projectId: string;
  /** Whole log of the job, with the names of this cut. */
  whole: RecordedJob;
  count: number;
  turn: number;
  project: Row;
  row: Row;
  pullRequest: Row | null;
  /** What the branch has by then; null before the first push. */
  pushed: string | null;
}

/**
 * The job after its first `count` events. Its commits name its id: their hashes are those that the release
 * would have made under the new one. `nth` tells cuts of the same job from each other; 0 keeps the recorded
 * names.
 */
export function cutJob(release: RecordedRelease, recorded: RecordedJob, count: number, nth: number): CutJob {
  const projectId = String(release.project.id);
  const names = new Map<string, string>();
  if (nth > 0) names.set(recorded.id, numbered(recorded.id, nth));
  names.set(projectId, numbered(projectId, cutNumber(release, recorded, nth)));
  const commits = recorded.commits.map(([hash, text]): [string, string] => {
    const renamed = rename(text, names);
    const now = hashCommit(renamed);
    names.set(hash, now);
    return [now, renamed];
  });
  const whole: RecordedJob = {
    ...recorded,
    id: rename(recorded.id, names),
    commits,
    events: JSON.parse(rename(JSON.stringify(recorded.events), names)),
  };
  const before = whole.events.slice(0, count);
  const { job, pullRequest } = rowsAfter(whole, count);
  return {
    title: `${recorded.name}, ${count} of ${recorded.events.length} events`,
    id: whole.id,
    projectId: rename(projectId, names),
    whole,
    count,
    turn: Number(job.turn),
    project: JSON.parse(rename(JSON.stringify(release.project), names)),
    row: job,
    pullRequest,
    pushed: (before.findLast(({ kind }) => kind === "pushed")?.data.commit as string | undefined) ?? null,
  };
}

function cutNumber(release: RecordedRelease, recorded: RecordedJob, nth: number): number {
  return (release.jobs.findIndex(({ id }) => id === recorded.id) + 1) * 1_000 + nth;
}

function numbered(id: string, n: number): string {
  const digits = String(n).padStart(4, "0");
  return id.slice(0, -digits.length) + digits;
}

function rename(text: string, names: ReadonlyMap<string, string>): string {
  let renamed = text;
  for (const [from, to] of names) renamed = renamed.replaceAll(from, to);
  return renamed;
}

export function commitObject(text: string): string {
  return `commit ${Buffer.byteLength(text)}\0${text}`;
}

function hashCommit(text: string): string {
  return createHash("sha1").update(commitObject(text)).digest("hex");
}
