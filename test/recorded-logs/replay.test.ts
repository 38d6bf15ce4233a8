import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService } from "../../src/compose/start-service.ts";
import { readConfig } from "../../src/config.ts";
import { isEventKind } from "../../src/jobs/event-kinds.ts";
import { readEvent } from "../../src/jobs/read-event.ts";
import { createLog } from "../../src/log.ts";
import { migrate } from "../../src/store/migrate.ts";
import { git, temporaryFolder } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import type { ScriptedAnswer } from "../helpers/scripted-models/script.ts";
import { runsAll } from "../helpers/skip-unless.ts";
import { createEmptyTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { type CutJob, cutJob } from "./cut-logs.ts";
import { earlierVersions, logAsOf } from "./earlier-versions.ts";
import { type RecordedEvent, type RecordedJob, readRecordedReleases } from "./log-format.ts";
import { insertCuts, migrateTo, rebuildRepository } from "./old-store.ts";

/**
 * Every so many events a log is cut. A quick run takes few of them, and each time others have to be right.
 */
const stride = runsAll ? 1 : 10;

interface Ended {
  status: string;
  reason: string;
  message: string;
  patch: string | null;
}

const summaryCall = "-summary-";

describe.each(readRecordedReleases())("a log that release $name wrote", (release) => {
  const whole = release.jobs.map((job) => cutJob(release, job, lastActive(job), 0));
  const cut = release.jobs.flatMap((job) => countsOf(job).map((count) => cutJob(release, job, count, count)));
  const old = release.jobs.filter(isOld).flatMap((job) =>
    earlierVersions.map((version) => {
      const earlier = logAsOf(job, version);
      const name = `${job.name} as version ${version} has it`;
      return cutJob(release, { ...earlier, name }, lastOfFirstTurn(job), 900 + version);
    }),
  );
  const cuts = [...whole, ...cut, ...old];
  let store: TestDatabase;
  let repository: string;
  let dataFolder: string;
  let model: ScriptedModelServer;

  beforeAll(async () => {
    [store, repository, dataFolder] = await Promise.all([
      createEmptyTestDatabase(),
      rebuildRepository(release, cuts),
      temporaryFolder(),
    ]);
    await migrateTo(store.database, release.release.migration);
    await insertCuts(store.database, release, cuts, repository);
    await migrate(store.database);
    model = await startScriptedModelServer({
      script: (index) => answerAsRecorded(cuts, model.callIds[index] ?? ""),
    });
    const config = readConfig({
      DATABASE_URL: store.url,
      COPYDESK_DATA: dataFolder,
      COPYDESK_CONCURRENCY: "4",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    });
    const worker = await startService(config, {
      role: "worker",
      log: createLog({ level: "error", pretty: false }),
    });
    const active = "select count(*)::integer as n from jobs where status = 'active'";
    const count = async () => (await store.database.pool.query<{ n: number }>(active)).rows[0]!.n;
    await vi.waitUntil(async () => (await count()) === 0, { timeout: 280_000, interval: 50 });
    await worker.stop();
  });

  afterAll(async () => {
    await model?.close();
    await store?.drop();
    for (const folder of [repository, dataFolder]) await rm(folder, { recursive: true, force: true });
  });

  test("is rebuilt from its repository with the same commits", async () => {
    expect(await git(repository, ["rev-parse", "main"])).toBe(release.baseCommit);
    expect(whole.map(({ id }) => id)).toEqual(release.jobs.map(({ id }) => id));
  });

  test("can be read", () => {
    for (const { events } of release.jobs)
      for (const event of events) expect(readEvent(event)).toMatchObject({ kind: event.kind });
  });

  test.each(cuts)("is taken over and ends as it did: $title", async (job) => {
    const [ended] = await query<Ended>("select status, reason, message, patch from jobs where id = $1", [
      job.id,
    ]);
    const recorded = turnOf(job.whole, job.turn);
    const end = recorded.findLast(({ kind }) => kind === "completed")!.data;
    expect(ended, String(ended?.message)).toMatchObject({
      status: "completed",
      reason: end.reason,
      message: end.message,
    });

    const events = await query<RecordedEvent>(
      "select seq, kind, version, data from job_events where job_id = $1 order by seq",
      [job.id],
    );
    const added = events.slice(job.count);
    expect(added.map(({ kind }) => kind)).not.toContain("restarted");
    expect(added.every(({ kind }) => isEventKind(kind))).toBe(true);
    expect(added[0]).toMatchObject({ kind: "started", data: { resumes: hasStarted(job) } });
    expect(stepsOf(turnOf({ events }, job.turn))).toEqual(stepsOf(recorded));

    expect(treesOf(turnOf({ events }, job.turn))).toEqual(treesOf(recorded));
    for (const kind of ["committed", "pushed"]) {
      const last = (log: readonly RecordedEvent[]) => log.findLast((event) => event.kind === kind)?.data;
      if (writesItsSummary(job)) expect(last(events)?.tree).toEqual(last(recorded)?.tree);
      else expect(last(events)).toEqual(last(recorded));
    }
    const pushed = recorded.findLast(({ kind }) => kind === "pushed")?.data.commit;
    const revision = writesItsSummary(job) ? "^{tree}" : "";
    if (pushed !== undefined) {
      const branch = await git(repository, ["rev-parse", `copydesk/${job.id}${revision}`]);
      expect(branch).toBe(revision === "" ? pushed : recorded.findLast(isCommitted)?.data.tree);
    }
    const requests = await query<{ patch: string }>("select patch from pull_requests where job_id = $1", [
      job.id,
    ]);
    expect(requests).toEqual(pushed === undefined ? [] : [{ patch: ended!.patch }]);
  });

  test("costs no call of the model for what is recorded", () => {
    const asked = model.callIds.toSorted();
    const expected = cuts.flatMap((job) => callsAfter(job));
    expect(asked).toEqual(expected.sort());
    expect(model.refusals).toEqual([]);
  });

  async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await store.database.pool.query<Row>(text, values)).rows;
  }
});

const isCommitted = ({ kind }: RecordedEvent) => kind === "committed";

/** A chore that has not finished yet is described by today's words, which count more than the release did. */
function writesItsSummary({ row, whole, count }: CutJob): boolean {
  if (row.model !== "copydesk/chores") return false;
  return !JSON.stringify(whole.events.slice(0, count)).includes('"name":"finish"');
}

/** A job that has ended is taken over by nobody: how many events there are before it has. */
function lastActive({ events }: RecordedJob): number {
  return events.findLastIndex(({ kind }) => kind === "completed");
}

/** Earlier versions knew no previews. */
function isOld({ events, name }: RecordedJob): boolean {
  return runsAll ? events.every(({ kind }) => kind !== "previewed") : name === "every-tool";
}

function lastOfFirstTurn({ events }: RecordedJob): number {
  return events.findIndex(({ kind }) => kind === "completed");
}

function countsOf({ events }: RecordedJob): number[] {
  const counts = events.flatMap(({ kind }, index) => (kind === "completed" ? [] : [index + 1]));
  return counts.filter((count) => count % stride === 0);
}

/** From the event that opened the turn to the one that ended it. */
function turnOf({ events }: { events: readonly RecordedEvent[] }, turn: number): RecordedEvent[] {
  const ends = events.flatMap(({ kind }, index) => (kind === "completed" ? [index] : []));
  return events.slice(turn === 1 ? 0 : ends[turn - 2]! + 1, (ends[turn - 1] ?? events.length) + 1);
}

function hasStarted({ whole, count, turn }: CutJob): boolean {
  return turnOf({ events: whole.events.slice(0, count) }, turn).some(({ kind }) => kind === "started");
}

function stepsOf(events: readonly RecordedEvent[]): unknown[] {
  return events.flatMap(({ kind, data }) => (kind === "model_answer" ? [data.step] : []));
}

function treesOf(events: readonly RecordedEvent[]): unknown[] {
  return events.flatMap(({ kind, data }) =>
    kind === "tool_result" ? [[data.step, data.ok, data.tree]] : [],
  );
}

/** Names of the calls that are left to be made, as the release named them. */
function callsAfter({ id, whole, count, turn, row }: CutJob): string[] {
  if (row.model === "copydesk/chores") return [];
  const recorded = new Set(whole.events.slice(0, count));
  const prefix = `${id}-${turn}-${row.turn_seq}`;
  let step = 0;
  return turnOf(whole, turn).flatMap((event) => {
    if (event.kind === "model_answer") step = Number(event.data.step);
    if (recorded.has(event)) return [];
    if (event.kind === "summary") return [`${prefix}-${step}${summaryCall}0`];
    return event.kind === "model_answer" ? [`${prefix}-${step}`] : [];
  });
}

function answerAsRecorded(cuts: readonly CutJob[], callId: string): ScriptedAnswer {
  const [, id, turn, step] = /^(job_\w+)-(\d+)-\d+-(\d+)/.exec(callId) ?? [];
  const job = cuts.find((cut) => cut.id === id)!;
  const events = turnOf(job.whole, Number(turn));
  const isSummary = callId.includes(summaryCall);
  const { data } = events.find(({ kind, data }) =>
    isSummary ? kind === "summary" : kind === "model_answer" && data.step === Number(step),
  )!;
  const calls = (data.toolCalls ?? []) as { id: string; name: string; input: object }[];
  const usage = data.usage as { inputTokens: number; outputTokens: number };
  return {
    text: String(data.text),
    calls: calls.map(({ input, ...call }) => ({ ...call, arguments: input })),
    usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
  };
}
