import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBucketServer } from "../../test/helpers/bucket-server.ts";
import { freePort } from "../../test/helpers/free-port.ts";
import { temporaryFolder } from "../../test/helpers/git-fixture.ts";
import { gatewayProgram, startS3Gateway } from "../../test/helpers/s3-gateway.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { silentLog, startTestServer, type TestServer } from "../../test/helpers/test-server.ts";
import { pruneOldJobs } from "../worker/upkeep/prune-old-jobs.ts";
import { type BucketSettings, openObjectStore } from "./open-object-store.ts";
import { createTranscriptBucket, type TranscriptBucket } from "./transcript-bucket.ts";

const retention = { transcriptsDays: 90, recordsDays: 400 };

let server: TestServer;
let transcripts: TranscriptBucket;
let settings: BucketSettings;

const open = (changed: Partial<BucketSettings> = {}) =>
  createTranscriptBucket({
    database: server.store.database,
    objects: openObjectStore({ ...settings, ...changed }, fetch),
    log: silentLog(),
  });

async function startScene(): Promise<void> {
  server = await startTestServer({ bucket: { bringBack: (address) => transcripts.bringBack(address) } });
  transcripts = open();
}

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

const prune = (used = transcripts) =>
  pruneOldJobs({ ...server.store, log: silentLog(), retention, bucket: used }, new AbortController().signal);

const passDays = (id: string, days: number) =>
  query(
    `update jobs set finished_at = finished_at - make_interval(days => $2),
       transcript_kept_until = transcript_kept_until - make_interval(days => $2) where id = $1`,
    [id, days],
  );

/**
 * A job that ended a moment ago, with events that are hard to preserve: long ones, unusual characters and
 * numbers.
 */
async function endedJob() {
  const project = await server.newProject();
  const { id } = (await (await project.create({ prompt: "Rename “x” to\n\ty 😀" })).json()) as { id: string };
  await query(
    `insert into job_events (job_id, seq, kind, version, data)
     select $1, seq, 'progress', 1, jsonb_build_object('text', repeat(e'z\\u2028\\n"', 50), 'n', 12345678901234567890.5)
     from generate_series(100, 1300) as seq`,
    [id],
  );
  await query(
    `update jobs set status = 'completed', reason = 'no_changes', event_seq = 1300, patch = e'diff\\n\\u00e9\\r\\n', finished_at = clock_timestamp() where id = $1`,
    [id],
  );
  const kept = () =>
    query(
      `select patch, (select md5(string_agg(to_jsonb(job_events)::text, ' ' order by seq)) from job_events where job_id = jobs.id) as log
       from jobs where id = $1`,
      [id],
    );
  return { id, project, kept, before: await kept() };
}

const gone = [{ patch: null, log: null }];

const buckets = [
  ["a bucket that checks every signature", async () => await startBucketServer(), {}],
  [
    "versitygw",
    async () => {
      const gateway = await startS3Gateway(await temporaryFolder(), await freePort());
      return { settings: gateway.settings, [Symbol.asyncDispose]: gateway.close };
    },
    skipUnless(gatewayProgram !== undefined, "needs versitygw: COPYDESK_TEST_VERSITYGW names its program"),
  ],
] as const;

for (const [title, start, options] of buckets)
  describe(`with ${title}`, options, () => {
    let bucket: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      bucket = await start();
      settings = bucket.settings;
      await startScene();
    });
    afterAll(async () => {
      await server.close();
      await bucket[Symbol.asyncDispose]();
    });

    test("a transcript leaves the store, returns when it is read, and leaves again a week later", async () => {
      const { id, project, kept, before } = await endedJob();
      await passDays(id, 91);
      await prune();
      expect(await kept()).toEqual(gone);
      const [first, second] = await Promise.all([
        project.get(`/${id}/diff`),
        project.get(`/${id}/events?limit=1`),
      ]);
      expect([first.status, await first.text()]).toEqual([200, "diff\né\r\n"]);
      expect(await second.json()).toMatchObject({
        data: [{ seq: 1, data: { prompt: "Rename “x” to\n\ty 😀" } }],
      });
      expect(await kept()).toEqual(before);
      await prune();
      expect(await kept()).toEqual(before);
      await passDays(id, 8);
      await prune();
      expect(await kept()).toEqual(gone);
      expect((await project.get(`/${id}/checks`)).status).toBe(200);
    });

    test("a follow-up finds its job's transcript; a later removal replaces the older object", async () => {
      const { id, project } = await endedJob();
      await passDays(id, 91);
      await prune();
      const sent = await fetch(`${project.jobs}/${id}/message`, {
        method: "POST",
        headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
        body: '{"prompt":"And now?"}',
      });
      expect(sent.status).toBe(200);
      await query("update jobs set status = 'completed', finished_at = clock_timestamp() where id = $1", [
        id,
      ]);
      await passDays(id, 99);
      await prune();
      const names = await query(
        "select name, job_id from transcript_objects where name like '%' || $1 || '%'",
        [id],
      );
      expect(names).toMatchObject([{ job_id: id }]);
      expect(await (await project.get(`/${id}/events?limit=1000&after=1300`)).json()).toMatchObject({
        data: [{ data: { prompt: "And now?" } }],
      });
    });

    test("an object is removed with its job", async () => {
      const { id } = await endedJob();
      await passDays(id, 91);
      await prune();
      const [{ name }] = (await query("select name from transcript_objects where job_id = $1", [id])) as [
        { name: string },
      ];
      const objects = openObjectStore(settings, fetch);
      expect(await objects.get(name)).not.toBe(null);
      await passDays(id, 400);
      await prune();
      expect(await objects.get(name)).toBe(null);
      expect(await query("select from transcript_objects where name = $1", [name])).toEqual([]);
    });

    test("what the bucket refuses stays in the store until the bucket accepts it", async () => {
      const { id, kept, before } = await endedJob();
      await passDays(id, 91);
      await prune(open({ secretKey: "another" }));
      expect(await kept()).toEqual(before);
      await prune();
      expect(await kept()).toEqual(gone);
    });
  });

describe("with a bucket that fails", () => {
  let bucket: Awaited<ReturnType<typeof startBucketServer>>;
  beforeAll(async () => {
    bucket = await startBucketServer();
    settings = bucket.settings;
    await startScene();
  });
  beforeEach(() => bucket.failWith(null));
  afterAll(async () => {
    await server.close();
    await bucket[Symbol.asyncDispose]();
  });

  async function movedJob() {
    const job = await endedJob();
    await passDays(job.id, 91);
    await prune();
    const name = [...bucket.objects.keys()].find((key) => key.includes(job.id))!;
    return { ...job, name };
  }

  test("reading reports that while the bucket does not answer, and works afterwards", async () => {
    const { id, project } = await movedJob();
    bucket.failWith(503);
    const refused = await project.get(`/${id}/events`);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: "unavailable" }]);
    bucket.failWith(null);
    expect((await project.get(`/${id}/events`)).status).toBe(200);
  });

  test.each(["is lost", "was changed"])("an object that %s counts as expired", async (what) => {
    const { id, project, kept, name } = await movedJob();
    if (what === "is lost") bucket.objects.delete(name);
    else bucket.objects.set(name, bucket.objects.get(name)!.subarray(0, -9));
    const answer = await project.get(`/${id}/diff`);
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: "transcript_expired" }]);
    expect(await kept()).toEqual(gone);
  });

  test("an upload that was interrupted before the store knew of it is repeated", async () => {
    const { id, kept, before } = await endedJob();
    await passDays(id, 91);
    bucket.failWith(500);
    await transcripts.store([id]);
    bucket.failWith(null);
    expect(await query("select stored_at from transcript_objects where job_id = $1", [id])).toEqual([
      { stored_at: null },
    ]);
    expect(await kept()).toEqual(before);
    await prune();
    expect(await kept()).toEqual(gone);
  });

  test("several workers at once store one object of a job, and none once it was brought back", async () => {
    const { id, project, name } = await movedJob();
    const puts = () => bucket.requests.filter((request) => request === `PUT ${name}`).length;
    const reads = await Promise.all(Array.from({ length: 8 }, () => project.get(`/${id}/diff`)));
    expect(reads.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await passDays(id, 8);
    const before = puts();
    await Promise.all(Array.from({ length: 4 }, () => prune()));
    expect(puts()).toBe(before);
    expect([...bucket.objects.keys()].filter((key) => key.includes(id))).toEqual([name]);
  });

  test("a job that continues meanwhile keeps its transcript", async () => {
    const { id, kept } = await endedJob();
    await passDays(id, 91);
    const interrupting: TranscriptBucket = {
      ...transcripts,
      async store(ids) {
        await transcripts.store(ids);
        await query("update jobs set event_seq = event_seq + 1 where id = $1", [id]);
      },
    };
    await prune(interrupting);
    expect(await kept()).toMatchObject([{ patch: "diff\né\r\n" }]);
  });
});
