import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import type { JobAddress } from "./get-job.ts";
import type { JobChanges } from "./job-changes.ts";
import { type JobEventRecord, toEventRecord } from "./list-job-events.ts";
import { type JobNews, listNews } from "./list-news.ts";

const jobsMax = 500;
const eventsOfOneQuery = 2_000;
const eventsOfJobMax = 200;
const retryMs = 500;
/** Number of followers served before other requests get a turn. */
const followersOfSlice = 100;

/** Receives the events of a job above `after`, each once and in order. */
export interface Follower extends JobAddress {
  after: number;
  /** Takes an event and returns whether it wants more now; if not, `wake` asks for more later. */
  take(event: JobEventRecord): boolean;
  /** Called when the job has ended and all of its events were taken, or when it is gone. */
  end(): void;
}

export interface EventFeed {
  add(follower: Follower): Following;
  /** Ends all followers. */
  close(): void;
}

export interface Following {
  wake(): void;
  stop(): void;
}

interface Entry {
  follower: Follower;
  isReady: boolean;
}

interface Feed {
  entries: Set<Entry>;
  unsubscribe(): void;
}

interface FeedDeps {
  database: Pick<Database, "pool">;
  jobChanges: JobChanges;
  log: Log;
  keepAllowed(followers: readonly Follower[]): Promise<void>;
}

interface Reader {
  deps: FeedDeps;
  feeds: Map<string, Feed>;
  due: Set<string>;
  isReading: boolean;
  toldInSlice: number;
}

/**
 * Reads events for all followers in this process: one query for all jobs that have changed since the last
 * one, with its rows shared by a job's followers. `keepAllowed` is called before followers are sent
 * anything, and ends those that have lost access.
 */
export function createEventFeed(deps: FeedDeps): EventFeed {
  const reader: Reader = { deps, feeds: new Map(), due: new Set(), isReading: false, toldInSlice: 0 };
  const { feeds } = reader;
  return {
    add(follower) {
      const { jobId } = follower;
      const entry: Entry = { follower, isReady: true };
      const feed: Feed = feeds.get(jobId) ?? {
        entries: new Set(),
        unsubscribe: deps.jobChanges.subscribe(jobId, () => wake(reader, jobId)),
      };
      feeds.set(jobId, feed);
      feed.entries.add(entry);
      wake(reader, jobId);
      return {
        wake() {
          entry.isReady = true;
          wake(reader, jobId);
        },
        stop() {
          feed.entries.delete(entry);
          if (feed.entries.size > 0 || feeds.get(jobId) !== feed) return;
          feeds.delete(jobId);
          feed.unsubscribe();
        },
      };
    },
    close() {
      endAll(reader, [...feeds.keys()]);
    },
  };
}

function wake(reader: Reader, jobId: string): void {
  reader.due.add(jobId);
  if (reader.isReading) return;
  reader.isReading = true;
  setImmediate(() => void readDue(reader));
}

async function readDue(reader: Reader): Promise<void> {
  const { due } = reader;
  while (due.size > 0) {
    const jobIds = [...due].slice(0, jobsMax);
    for (const jobId of jobIds) due.delete(jobId);
    try {
      await readJobs(reader, jobIds);
    } catch (error) {
      if (isAppError(error, "unavailable")) await retryLater(reader, jobIds);
      else endAll(reader, jobIds, error);
    }
  }
  reader.isReading = false;
}

/** The store is unavailable: followers stay, and get what they missed when it is back. */
async function retryLater({ due }: Reader, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) due.add(jobId);
  await sleep(retryMs, undefined, { ref: false });
}

function endAll({ deps, feeds }: Reader, jobIds: readonly string[], error?: unknown): void {
  if (error !== undefined) deps.log.error({ err: error }, "event streams were ended");
  for (const jobId of jobIds) for (const { follower } of feeds.get(jobId)?.entries ?? []) follower.end();
}

async function readJobs(reader: Reader, jobIds: readonly string[]): Promise<void> {
  const { deps } = reader;
  const asked = jobIds.flatMap((jobId) => {
    const ready = readyOf(reader, jobId);
    return ready.length === 0 ? [] : [{ jobId, after: Math.min(...ready.map(({ after }) => after)) }];
  });
  if (asked.length === 0) return;
  const limit = Math.min(eventsOfJobMax, Math.ceil(eventsOfOneQuery / asked.length));
  const found = await listNews(deps.database, asked, limit);
  const told = asked.filter(({ jobId }) => found.get(jobId)?.events.length !== 0);
  await deps.keepAllowed(told.flatMap(({ jobId }) => readyOf(reader, jobId)));
  for (const { jobId, after } of asked) await tell(reader, { jobId, after, limit }, found.get(jobId));
}

function readyOf({ feeds }: Reader, jobId: string): Follower[] {
  const entries = [...(feeds.get(jobId)?.entries ?? [])];
  return entries.filter(({ isReady }) => isReady).map(({ follower }) => follower);
}

async function tell(
  reader: Reader,
  { jobId, after, limit }: { jobId: string; after: number; limit: number },
  news: JobNews | undefined,
): Promise<void> {
  const { feeds, due } = reader;
  const events = (news?.events ?? []).map(toEventRecord);
  const isWhole = events.length < limit;
  if (!isWhole) due.add(jobId);
  for (const entry of feeds.get(jobId)?.entries ?? []) {
    const { follower } = entry;
    reader.toldInSlice += 1;
    if (reader.toldInSlice % followersOfSlice === 0) await immediate();
    if (news?.projectId !== follower.projectId) {
      follower.end();
      continue;
    }
    // A follower that came or moved on meanwhile may be behind the position that was read from.
    if (follower.after < after) due.add(jobId);
    else if (entry.isReady) tellOne(entry, events);
    const hasAll = isWhole && entry.isReady && follower.after >= after;
    if (hasAll && news.status !== "active") follower.end();
  }
}

function tellOne(entry: Entry, events: readonly JobEventRecord[]): void {
  const { follower } = entry;
  for (const event of events) {
    if (event.seq <= follower.after) continue;
    follower.after = event.seq;
    entry.isReady = follower.take(event);
    if (!entry.isReady) return;
  }
}
