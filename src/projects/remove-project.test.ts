import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startAdminCli } from "../../test/helpers/admin-cli.ts";
import { createCliStore } from "../../test/helpers/cli-deps.ts";
import { listWorker } from "../../test/helpers/list-worker.ts";
import { createJob } from "../jobs/create-job.ts";
import { claimJob } from "../jobs/lease/claim-job.ts";
import { keepCancelledWork } from "../jobs/lease/finish-job.ts";
import { noUsage } from "../jobs/record.ts";
import { ownWords } from "../outgoing/clean-text.ts";
import { createPullRequestStore } from "../pull-requests/create-pull-request-store.ts";
import { removeProject } from "./remove-project.ts";

const admin = await startAdminCli();
afterAll(admin.close);
const { json, newProject } = admin;
const { database } = admin.store;
const cliStore = createCliStore(database);

async function newJob(project: string): Promise<string> {
  return (await json("job", "create", "--project", project, "--prompt", "x")).id;
}

const remove = (projectId: string, removed: string[] = []) =>
  removeProject(
    { ...cliStore, removeMirror: async (repository) => void removed.push(repository) },
    { projectId },
  );

const tables = `
  select table_name as name, bool_or(column_name = 'project_id') as "hasProject", bool_or(column_name = 'job_id') as "hasJob"
  from information_schema.columns where table_schema = 'copydesk' and column_name in ('project_id', 'job_id')
    and table_name <> 'audit_log'
  group by table_name`;

/** Returns all tables, except the audit log, that still refer to the project or one of its jobs. */
async function findTraces(projectId: string, jobIds: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; hasProject: boolean; hasJob: boolean }>(tables);
  expect(rows.length).toBeGreaterThan(8);
  const found: string[] = [];
  for (const { name, hasProject, hasJob } of rows) {
    const where = [hasProject && "project_id = $1", hasJob && "job_id = any($2)"]
      .filter(Boolean)
      .join(" or ");
    const query = `select 1 from ${name} where ($1::text is null and $2::text[] is null) or ${where} limit 1`;
    if ((await database.pool.query(query, [projectId, jobIds])).rowCount) found.push(name);
  }
  return found;
}

test("leaves nothing of a removed project in any table, and other projects complete", async () => {
  const [project, other] = [await newProject(), await newProject()];
  await json("key", "create", "--project", project);
  await json("webhook", "create", "--project", project, "--url", "https://hooks.example.com/");
  const jobs = [await newJob(project), await newJob(project)];
  const kept = await newJob(other);
  await createPullRequestStore(database).insert(project, {
    ...{ jobId: jobs[0]!, branch: "copydesk/x", baseRef: "main", title: "Fix", body: "", draft: false },
    ...{ baseCommit: "a", headCommit: "b", patch: "", checks: null },
  });
  await database.pool.query("update jobs set usage = $2 where id = $1", [
    jobs[0],
    JSON.stringify({ ...noUsage, inputTokens: 7 }),
  ]);
  expect(await findTraces(project, jobs)).toContain("monthly_usage");
  const unused: string[] = [];
  const { cancelledJobs } = await remove(project, unused);
  expect(cancelledJobs.toSorted()).toEqual(jobs.toSorted());
  expect(await findTraces(project, jobs)).toEqual([]);
  expect(await findTraces(other, [kept])).toEqual(expect.arrayContaining(["jobs", "project_load"]));
  // The other project uses the same repository.
  expect(unused).toEqual([]);
  await remove(other, unused);
  expect(unused).toEqual(["file:///tmp"]);
  await expect(remove(other)).rejects.toMatchObject({ code: "project_not_found" });
});

test("waits for a worker to release its job of the project", async () => {
  const project = await newProject();
  const id = await newJob(project);
  await listWorker(database, "worker_1");
  const job = (await claimJob({ database }, "worker_1"))!;
  expect(job.id).toBe(id);
  const removing = remove(project);
  await expect
    .poll(async () => (await database.pool.query("select status from jobs where id = $1", [id])).rows)
    .toEqual([{ status: "failed" }]);
  await sleep(300);
  expect((await database.pool.query("select 1 from jobs where id = $1", [id])).rowCount).toBe(1);
  const result = {
    ...({ status: "failed", reason: "cancelled", message: ownWords("x"), title: null } as const),
    ...{ pullRequest: null, checks: null, patch: null, usage: noUsage },
  };
  await keepCancelledWork({ database }, job, result);
  expect(await removing).toEqual({ cancelledJobs: [id] });
  expect(await findTraces(project, [id])).toEqual([]);
});

test("also removes jobs created meanwhile, or refuses them as unknown", async () => {
  const project = await newProject();
  let isRemoved = false;
  const outcomes: string[] = [];
  const create = async () => {
    while (!isRemoved && outcomes.length < 60) {
      const created = createJob(cliStore, project, { prompt: "x" }, { author: cliStore.author });
      outcomes.push(
        await created.then(
          () => "created",
          ({ code }) => code,
        ),
      );
    }
  };
  const creating = Promise.all([create(), create(), create()]);
  await expect.poll(() => outcomes.includes("created")).toBe(true);
  await remove(project);
  isRemoved = true;
  await creating;
  expect(
    [...new Set(outcomes)].filter((code) => !/^(created|project_not_found|rate_limited)$/.test(code)),
  ).toEqual([]);
  expect(await findTraces(project, [])).toEqual([]);
});
