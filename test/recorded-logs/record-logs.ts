/**
 * Records what this version writes for a handful of jobs, as fixtures for `replay.test.ts`. Run it once for a
 * release, on its commit: `node_modules/.bin/node test/recorded-logs/record-logs.ts`. Logs of earlier
 * releases stay as they are.
 */
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startService } from "../../src/compose/start-service.ts";
import { readConfig } from "../../src/config.ts";
import { createJob } from "../../src/jobs/create-job.ts";
import { recordVersion } from "../../src/jobs/events.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { openPreview } from "../../src/jobs/open-preview.ts";
import { sendMessage } from "../../src/jobs/send-message.ts";
import { createLog } from "../../src/log.ts";
import { version } from "../../src/version.ts";
import { commitAll, git } from "../helpers/git-fixture.ts";
import { startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject } from "../helpers/test-project.ts";
import { logsFolder, type RecordedEvent, type RecordedStore, repositoryPath } from "./log-format.ts";
import {
  executableFile,
  type JobToRecord,
  jobsToRecord,
  linkFile,
  siteFiles,
  summaryText,
  toAnswer,
} from "./recorded-jobs.ts";

type Row = Record<string, unknown>;

// At the end of each transaction: what its statements made of the rows.
const watch = `
  create table recorded (n serial primary key, job_id text, seq integer, event json, job jsonb, pull_request jsonb);
  create function record_event() returns trigger language plpgsql as $$
  begin
    insert into recorded (job_id, seq, event, job, pull_request)
    select new.job_id, new.seq, row_to_json(new), to_jsonb(jobs),
      (select to_jsonb(p) from pull_requests p where p.job_id = new.job_id order by number desc limit 1)
    from jobs where id = new.job_id;
    return null;
  end $$;
  create constraint trigger record_event after insert on job_events deferrable initially deferred
    for each row execute function record_event();
  create table recorded_workers (row jsonb);
  create function record_worker() returns trigger language plpgsql as $$
  begin insert into recorded_workers values (to_jsonb(new)); return null; end $$;
  create trigger record_worker after insert on workers for each row execute function record_worker();`;

const author = { kind: "service" } as const;
const project = await makeTestProject(siteFiles);
await chmod(join(project.repository, executableFile), 0o755);
await symlink(linkFile.target, join(project.repository, linkFile.path));
const baseCommit = await commitAll(project.repository, "modes and a link");
const { database } = project.store;
await database.pool.query(watch);
const projectRow = await one("select to_jsonb(projects) as row from projects where id = $1", [
  project.projectId,
]);
const recording = { id: "", job: null as JobToRecord | null, turn: 0, asked: 0 };

const model = await startScriptedModelServer({
  async script(index) {
    if (model.callIds[index]?.includes("-summary-")) return { text: summaryText };
    const { steps, interrupt } = recording.job!.turns[recording.turn]!;
    const step = steps[recording.asked++];
    // The record says how far the job came.
    if (step === undefined)
      return { status: 400, errorBody: { error: { message: `no step ${recording.asked}` } } };
    if (interrupt?.step === recording.asked) await say(interrupt.prompt);
    return toAnswer(step);
  },
});
const config = readConfig({
  ...project.environment,
  COPYDESK_MODEL: "openai-compatible/scripted",
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
  COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
});
const worker = await startService(config, {
  role: "worker",
  log: createLog({ level: "warn", pretty: false }),
});
const ids = new Map<string, string>();
for (const [name, job] of Object.entries(jobsToRecord)) ids.set(name, await recordJob(job));
await worker.stop();
await model.close();

const folder = join(logsFolder, version);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeStore();
for (const [name, id] of ids) await writeJob(name, id);
await project.remove();

async function one(text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await database.pool.query<{ row: Row }>(text, values);
  return rows[0]!.row;
}

async function say(prompt: string): Promise<void> {
  await sendMessage(
    { database },
    { projectId: project.projectId, jobId: recording.id },
    { prompt },
    { author },
  );
}

async function recordJob(job: JobToRecord): Promise<string> {
  Object.assign(recording, { job, turn: 0, asked: 0 });
  const insertJob = createJobInserter({ database });
  const { defaultModel } = config;
  const { prompt, mode } = job;
  const body = { prompt, model: job.model, mode };
  const deps = { insertJob, defaultModel, assertRefName() {} };
  const { jobId } = await createJob(deps, project.projectId, body, { author });
  recording.id = jobId;
  for (const [turn, { message, publishes }] of job.turns.entries()) {
    Object.assign(recording, { turn, asked: 0 });
    if (message !== undefined) await say(message);
    if (publishes) await openPreview({ database }, { projectId: project.projectId, jobId, author });
    await untilEnded(jobId);
  }
  return jobId;
}

async function untilEnded(jobId: string): Promise<void> {
  for (;;) {
    const row = await one("select to_jsonb(jobs) as row from jobs where id = $1", [jobId]);
    if (row.status === "completed") return;
    if (row.status !== "active") throw new Error(`${row.reason}: ${row.message}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function writeStore(): Promise<void> {
  const { rows: workers } = await database.pool.query<{ row: Row }>("select row from recorded_workers");
  const { rows: migrations } = await database.pool.query<{ name: string }>(
    "select max(name) as name from (select name from migrations union all select name from expansions) as applied",
  );
  const branches = [...ids.values()].map((id) => `copydesk/${id}`);
  const store: RecordedStore = {
    release: {
      version,
      commit: await git(import.meta.dirname, ["rev-parse", "HEAD"]),
      recordVersion,
      migration: migrations[0]!.name,
    },
    objects: await git(project.repository, ["fast-export", "--reencode=no", "main", ...branches]),
    baseCommit,
    project: steady(projectRow),
    workers: workers.map(({ row }) => ({ ...steady(row), host: "recorded", pid: 1 })),
  };
  await writeLines("store.jsonl", [store]);
}

async function writeJob(name: string, id: string): Promise<void> {
  const { rows } = await database.pool.query<{ event: Row; job: Row; pull_request: Row | null }>(
    "select event, job, pull_request from recorded where job_id = $1 order by n",
    [id],
  );
  let job: Row = {};
  let pullRequest: Row = {};
  const lines = rows.map(({ event, ...now }): RecordedEvent => {
    const { seq, kind, version, data, author } = event as unknown as RecordedEvent;
    const changed = difference(job, steady(now.job));
    const changedRequest = difference(pullRequest, steady(now.pull_request ?? {}));
    job = steady(now.job);
    pullRequest = steady(now.pull_request ?? {});
    return {
      ...{ seq, kind, version, data, author },
      ...(Object.keys(changed).length > 0 && { job: changed }),
      ...(Object.keys(changedRequest).length > 0 && { pullRequest: changedRequest }),
    };
  });
  const hashes = lines.flatMap(({ data }) => [data.startCommit, data.commit]);
  const commits: [string, string][] = [];
  for (const hash of new Set(hashes.filter((hash) => typeof hash === "string" && hash !== baseCommit)))
    commits.push([
      hash as string,
      `${await git(project.repository, ["cat-file", "commit", hash as string])}\n`,
    ]);
  await writeLines(`${name}.jsonl`, [{ id, commits }, ...lines]);
}

/** Times of the recording mean nothing later, but for the one that commits are dated by. */
function steady(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== "append_token")
      .map(([name, value]) => [
        name,
        name.endsWith("_at") && name !== "created_at" && value !== null ? "now" : value,
      ]),
  );
}

function difference(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}

async function writeLines(file: string, lines: unknown[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await writeFile(join(folder, file), text.replaceAll(project.repository, repositoryPath));
}
