import { afterAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../test/helpers/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const project = await server.newProject();

async function create(): Promise<string> {
  return ((await (await project.create({ prompt: "x" })).json()) as { id: string }).id;
}

async function cancel(id: string): Promise<Response> {
  const headers = { authorization: `Bearer ${project.key}` };
  return await fetch(`${project.jobs}/${id}/cancel`, { method: "POST", headers });
}

const query = async (text: string, values: unknown[]) =>
  (await server.store.database.pool.query(text, values)).rows;

describe("a job that has ended", () => {
  test("is returned unchanged when it is cancelled already, without a further event", async () => {
    const id = await create();
    const first = await cancel(id);
    const record = await first.text();
    for (let times = 0; times < 3; times += 1) {
      const again = await cancel(id);
      expect([again.status, await again.text()]).toEqual([200, record]);
    }
    const events = await query("select kind from job_events where job_id = $1 order by seq", [id]);
    expect(events.map(({ kind }) => kind)).toEqual(["created", "failed"]);
  });

  test.each([
    ["completed", "no_changes"],
    ["failed", "timed_out"],
    ["archived", "cancelled"],
  ])("is not cancelled when it is %s, %s", async (status, reason) => {
    const id = await create();
    await query("update jobs set status = $2, reason = $3 where id = $1", [id, status, reason]);
    const refused = await cancel(id);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "job_not_active" }]);
  });
});
