import { afterAll, beforeAll, expect, test } from "vitest";
import { listWorker } from "../../../test/helpers/list-worker.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { inTransaction } from "../../store/database.ts";
import { claimJob, suspectCrashes } from "./claim-job.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(
    "insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')",
  );
  await listWorker(store.database, "worker_1");
});

afterAll(async () => {
  await store.drop();
});

/** A queued job as its worker's death leaves it, after this number of crashes. */
async function addCrashed(id: string, crashes: number): Promise<void> {
  await inTransaction(store.database, async (client) => {
    await client.query(
      `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, crash_count, lease)
       values ($1, 'prj_1', 'active', 'queued', 'p', '/docs', 'copydesk/' || $1, 'copydesk/chores', $2, gen_random_uuid())`,
      [id, crashes - 1],
    );
  });
}

test("a worker that runs a suspect takes other jobs, but none while a second suspect waits", async () => {
  const deps = { database: store.database };
  const claim = (runsSuspect: boolean) => claimJob(deps, "worker_1", { runsSuspect });
  await addCrashed("job_suspect", suspectCrashes);
  await addCrashed("job_once", suspectCrashes - 1);
  expect(await claim(false)).toMatchObject({ id: "job_suspect", crashCount: suspectCrashes });
  expect(await claim(true)).toMatchObject({ id: "job_once" });
  await addCrashed("job_second", suspectCrashes);
  expect(await claim(true)).toBeNull();
  expect(await claim(false)).toMatchObject({ id: "job_second" });
});
