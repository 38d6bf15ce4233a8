import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { revokeApiKey } from "../../src/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "../../src/api-keys/rotate-api-key.ts";
import { isAppError } from "../../src/errors.ts";
import { storeFeedback } from "../../src/feedback/keep-feedback.ts";
import { storeDelivery } from "../../src/feedback/receive-delivery.ts";
import { setPullRequestState } from "../../src/feedback/set-pull-request-state.ts";
import { archiveIdleJobs } from "../../src/jobs/archive-idle-jobs.ts";
import { archiveJob, unarchiveJob } from "../../src/jobs/archive-job.ts";
import { cancelJob } from "../../src/jobs/cancel-job.ts";
import { createJobInserter, type InsertJob } from "../../src/jobs/insert-jobs.ts";
import { admitWaiting } from "../../src/jobs/lease/admit-waiting.ts";
import { appendEvent } from "../../src/jobs/lease/append-event.ts";
import { beatWorker } from "../../src/jobs/lease/beat-worker.ts";
import { type ClaimedJob, claimJob } from "../../src/jobs/lease/claim-job.ts";
import { finishJob, type JobResult, keepCancelledWork } from "../../src/jobs/lease/finish-job.ts";
import { releaseJob } from "../../src/jobs/lease/release-job.ts";
import { requeueDeadWorkers } from "../../src/jobs/lease/requeue-dead-workers.ts";
import { openPreview } from "../../src/jobs/open-preview.ts";
import { type JobPullRequest, noUsage, type Usage } from "../../src/jobs/record.ts";
import { sendPrompt } from "../../src/jobs/send-message.ts";
import { createLog } from "../../src/log.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { createPullRequestStore } from "../../src/pull-requests/create-pull-request-store.ts";
import { type Database, inTransaction, openDatabase } from "../../src/store/database.ts";
import { removeWebhook } from "../../src/webhooks/manage-webhook.ts";
import { recordAttempt, takeDueDeliveries } from "../../src/webhooks/take-deliveries.ts";
import { asClean } from "../helpers/as-clean.ts";
import { listWorker } from "../helpers/list-worker.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

const author = { kind: "service" } as const;

const rounds = process.env.COPYDESK_FULL_FAULTS === "1" ? 20 : 1;
/** Jobs that are under attack at the same time. */
const lanes = 8;
const projectId = "prj_pairs";
/** Opens every turn, so that both accounts of the month are written. */
const keyId = "key_stays";
const byKey = { kind: "api_key", id: keyId, name: ownWords("ci") } as const;
const workers = ["worker_1", "worker_2"];

let store: TestDatabase;
let database: Database;
let insertJob: InsertJob;

beforeAll(async () => {
  store = await createTestDatabase();
  database = openDatabase(store.connection, { poolSize: 40 });
  const _log = createLog({ level: "silent", pretty: false });
  insertJob = createJobInserter({ database });
  await database.pool.query(
    `insert into projects (id, name, repository, settings)
     values ('${projectId}', 'Docs', '/docs', '{"feedback": {"followUps": "all"}, "maxOpenPullRequests": 50}')`,
  );
  await database.pool.query(unlimited);
  await database.pool.query(lingering);
  await addWebhook("whk_stays");
  await database.pool.query(
    "insert into api_keys (id, project_id, name, secret_hash, scopes) values ($1, $2, 'ci', 'x', '{write}')",
    [keyId, projectId],
  );
});

afterAll(() => store.drop());

// Nothing that the attack does may be refused because it is done too often.
const unlimited = `
  create function age() returns trigger language plpgsql as $$
    begin new.used_at := new.used_at - interval '2 hours'; return new; end $$;
  create trigger age before insert on rate_uses for each row execute function age();
  create function age_key() returns trigger language plpgsql as $$
    begin new.created_at := new.created_at - interval '2 hours'; return new; end $$;
  create trigger age before insert on api_keys for each row execute function age_key()`;

// Whoever has changed one of these rows holds it for a moment longer, so that transactions meet between their
// statements.
const lingering = `
  create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(random() * 0.004); return null; end $$;
  create trigger linger after update on jobs for each row execute function linger();
  create trigger linger after update on workers for each row execute function linger();
  create trigger linger after update or delete on webhooks for each row execute function linger();
  create trigger linger after update on webhook_deliveries for each row execute function linger();
  create trigger linger after insert or update on monthly_usage for each row execute function linger();
  create trigger linger after update on project_load for each row execute function linger()`;

function addWebhook(id: string): Promise<unknown> {
  const events = [
    "job.completed",
    "job.failed",
    "job.archived",
    "pull_request.opened",
    "pull_request.merged",
  ];
  return database.pool.query(
    "insert into webhooks (id, project_id, url, events, secrets) values ($1, $2, 'http://127.0.0.1/', $3, '')",
    [id, projectId, events],
  );
}

interface Target {
  jobId: string;
  /** Further ones that the attack has made. */
  others: string[];
}

type Verb = (target: Target) => Promise<unknown>;

async function create(mode: "pull_request" | "preview" = "preview"): Promise<string> {
  const id = `job_${randomUUID().replaceAll("-", "").slice(0, 22)}`;
  const outcome = await insertJob({
    ...{
      id,
      projectId,
      apiKeyId: keyId,
      author,
      prompt: "Fix it.",
      ref: null,
      model: null,
      defaultModel: "copydesk/chores",
      mode,
    },
    ...{ asDraft: false, paths: [], budget: {}, metadata: {}, branch: `copydesk/${id}`, idempotency: null },
    ...{ labels: [], reviewers: [], title: null, topic: null, hasChosenBranch: false },
    toTurnAnswer: () => "{}",
    toAnswer: () => "{}",
  });
  expect(outcome.kind).toBe("created");
  return id;
}

const onlyOf = (target: Target) => ({ projectId, jobId: target.jobId });

/** Every claim that there was, by job: what workers believe to hold. */
const claims = new Map<string, ClaimedJob[]>();

async function claim(workerId: string): Promise<void> {
  const job = await claimJob({ database }, workerId);
  if (job !== null) claims.set(job.id, [...(claims.get(job.id) ?? []), job]);
}

/** As each worker that has claimed the job would, whether it still holds it or not. */
const asHolder = (work: (job: ClaimedJob) => Promise<unknown>): Verb => {
  return ({ jobId }) => Promise.all((claims.get(jobId) ?? []).map(work));
};

let tokens = 0;

/** More than any job has used before: whoever writes it adds to the accounts of the month. */
function useMore(): Usage {
  tokens += 1;
  return { ...noUsage, inputTokens: tokens };
}

function resultOf(job: ClaimedJob): JobResult {
  const pullRequest: JobPullRequest = {
    number: numberOf(job.id),
    url: `http://127.0.0.1/${job.id}`,
    state: "open",
    branch: job.branch,
  };
  const isPreview = job.mode === "preview";
  return {
    status: "completed",
    reason: isPreview ? "preview_ready" : "pull_request_opened",
    ...{ message: ownWords("Done."), title: ownWords("Fix"), checks: null, patch: ownWords("diff") },
    usage: useMore(),
    pullRequest: isPreview ? null : pullRequest,
  };
}

const numberOf = (jobId: string) => Number.parseInt(jobId.slice(4, 10), 16);

// One at a time: a transaction of the service locks no two workers.
const silence = "update workers set heartbeat_at = clock_timestamp() - interval '1 minute' where id = $1";

const failed = { status: null, error: "refused", response: "", durationMs: 1 };

/** What a verb answers about a job that another verb has brought elsewhere. */
const refusals = new Set<string>([
  ...["job_not_active", "job_active", "job_archived", "no_preview", "idempotency_in_flight"],
]);

async function unlessEnded(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isAppError(error) || !refusals.has(error.code)) throw error;
  });
}

const verbs: Record<string, Verb> = {
  create: async ({ others }) => others.push(await create()),
  message: (target) =>
    unlessEnded(
      sendPrompt({ database }, onlyOf(target), {
        prompt: "More.",
        idempotency: { key: randomUUID(), requestHash: Buffer.from("1") },
        author: byKey,
      }),
    ),
  cancel: (target) => unlessEnded(cancelJob({ database }, { ...onlyOf(target), author })),
  archive: (target) => unlessEnded(archiveJob({ database }, { ...onlyOf(target), author })),
  unarchive: (target) => unlessEnded(unarchiveJob({ database }, { ...onlyOf(target), author })),
  archiveIdle: () => archiveIdleJobs(database, { daysDefault: 0, limit: 2 }),
  openPreview: (target) => unlessEnded(openPreview({ database }, { ...onlyOf(target), author })),
  claim: () => Promise.all(workers.map(claim)),
  append: asHolder((job) =>
    appendEvent(
      database,
      job,
      { kind: "restarted", data: asClean({ why: "" }) },
      { progress: { usage: useMore() } },
    ),
  ),
  finish: asHolder((job) => finishJob({ database }, job, resultOf(job))),
  release: asHolder((job) => releaseJob({ database }, job)),
  keepCancelled: asHolder((job) => keepCancelledWork({ database }, job, resultOf(job))),
  requeue: async () => {
    for (const id of workers) await database.pool.query(silence, [id]);
    await requeueDeadWorkers({ database }, { workerId: "worker_0", connectedMs: 60_000 });
    for (const id of workers) await listWorker(database, id);
  },
  beat: () => Promise.all(workers.map((id) => beatWorker({ database }, id, []))),
  admitWaiting: () => admitWaiting({ database }),
  storeFeedback: ({ jobId }) => {
    const said = { kind: "comment", author: "ann", text: "Please.", isCut: false, url: "" } as const;
    return storeFeedback(database, projectId, [
      { kind: "comment", number: numberOf(jobId), id: randomUUID(), said, isMention: true },
    ]);
  },
  deliver: ({ jobId }) => {
    const number = numberOf(jobId);
    return storeDelivery(database, {
      ...{ projectId, deliveryId: randomUUID(), bodyHash: Buffer.from(randomUUID()) },
      events: [
        { kind: "review", number },
        { kind: "pull_request", number, state: "closed", branch: `copydesk/${jobId}` },
      ],
    });
  },
  setState: ({ jobId }) => setPullRequestState(database, { jobId, number: numberOf(jobId) }, "merged"),
  openPullRequest: ({ jobId }) =>
    createPullRequestStore(database).insert(projectId, {
      ...{ jobId, branch: `copydesk/${jobId}`, baseRef: "main", title: "Fix", body: "", draft: false },
      ...{ baseCommit: "a", headCommit: "b", patch: "", checks: null },
    }),
  updateProject: () => updateProject({ database }, projectId, { name: "Docs" }),
  replaceKey: async () => {
    const { record } = await createApiKey({ database }, projectId, {});
    await rotateApiKey({ database }, projectId, record.id, { overlapHours: 0 });
    await revokeApiKey({ database }, projectId, record.id);
  },
  webhook: async () => {
    const id = `whk_${randomUUID()}`;
    await addWebhook(id);
    await removeWebhook({ database }, { projectId, webhookId: id });
  },
  callWebhooks: async () => {
    const due = await takeDueDeliveries(database, { limit: 4, busy: [], perWebhook: 4 });
    const again = { state: "pending", retryMs: 0 } as const;
    await Promise.all(due.map(({ id }) => recordAttempt(database, id, failed, again, 7)));
  },
};

const names = Object.keys(verbs);
const pairs = names.flatMap((first, index) => names.slice(index).map((second) => [first, second] as const));

/** How a job can stand when a pair of verbs meets it: what happened to it before. */
const stands: (keyof typeof verbs)[][] = [
  [],
  ["claim"],
  ["claim", "finish"],
  ["claim", "finish", "openPreview", "claim", "finish"],
  ["claim", "cancel"],
  ["claim", "release"],
];

/** What must never be, whoever came first. */
const illegal = `
  select jobs.id, jobs.status, jobs.reason, jobs.worker_id, jobs.lease is not null as leased, jobs.event_seq
  from jobs
  where jobs.event_seq <> (select count(*) from job_events where job_id = jobs.id)
    or jobs.event_seq <> (select max(seq) from job_events where job_id = jobs.id)
    or case
      when jobs.status = 'active' and jobs.worker_id is not null
        then jobs.lease is null or jobs.reason <> 'running'
      when jobs.status = 'active' then jobs.reason not in ('queued', 'waiting_capacity')
      when jobs.reason = 'cancelled' then jobs.lease is null and jobs.worker_id is not null
      else jobs.worker_id is not null or jobs.lease is not null or jobs.finished_at is null
    end`;

const miscounted = `
  select load.*, counted_load from project_load as load join counted_load using (project_id)
  where (load.queued, load.waiting, load.running, load.opening, load.will_open, load.open_pull_requests)
    <> (counted_load.queued, counted_load.waiting, counted_load.running, counted_load.opening, counted_load.will_open,
      counted_load.open_pull_requests)`;

/** The server counts what a connection met when it ends: every other one must have. */
async function countDeadlocks(): Promise<number> {
  const client = new pg.Client(store.connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await expect.poll(async () => (await client.query(others)).rowCount).toBe(0);
    return (await client.query<{ n: number }>(counted)).rows[0]!.n;
  } finally {
    await client.end();
  }
}

const others = `
  select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
const counted = "select deadlocks::integer as n from pg_stat_database where datname = current_database()";

type Problem = { pair: readonly [string, string]; stand: number; found: unknown };

async function attack(pair: readonly [string, string], stand: number): Promise<Problem[]> {
  const target: Target = { jobId: await create(), others: [] };
  for (const name of stands[stand]!) await verbs[name]!(target);
  const calls = [...pair, ...pair].map(async (name) => {
    await sleep(Math.random() * 6);
    await verbs[name]!(target);
  });
  const outcomes = await Promise.allSettled(calls);
  const problems = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  problems.push(...(await database.pool.query(illegal)).rows);
  problems.push(...(await database.pool.query(miscounted)).rows);
  const ids = [target.jobId, ...target.others];
  await inTransaction(database, async (client) => {
    await client.query("select 1 from jobs where id = any($1::text[]) order by id for update", [ids]);
    await client.query("delete from jobs where id = any($1::text[])", [ids]);
  });
  return problems.map((found) => ({ pair, stand, found }));
}

test(`every pair of ${names.length} verbs may meet at one job: nothing fails, nothing deadlocks, every state is legal`, async () => {
  const problems: Problem[] = [];
  const todo = Array.from({ length: rounds }, () => pairs).flat();
  const runLane = async () => {
    for (let pair = todo.pop(); pair !== undefined; pair = todo.pop())
      problems.push(...(await attack(pair, todo.length % stands.length)));
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  expect(problems).toEqual([]);
  await database.close();
  expect(await countDeadlocks()).toBe(0);
}, 600_000);
