import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { hasPreviousRelease, type Release, unpackPreviousRelease } from "../helpers/previous-release.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const options = skipUnless(await hasPreviousRelease(), "the clone is shallow: it lacks the previous release");

const each = 3;
const prompt = (n: number) => `Replace "widget" with "gadget ${n}"`;

describe("the previous release on the schema of this one", options, () => {
  let previous: Release;
  let project: TestProject;
  const running: CopydeskProcess[] = [];

  beforeAll(async () => {
    previous = await unpackPreviousRelease();
    project = await makeTestProject();
  });

  afterAll(async () => {
    for (const process of running) await process.end("SIGKILL");
    await project?.remove();
    await previous?.remove();
  });

  async function start(role: "api" | "worker", version: "previous" | "this") {
    const process = await startCopydesk({
      role,
      environment: { ...project.environment, COPYDESK_CONCURRENCY: "2" },
      ...(version === "previous" && { entry: previous.entry }),
    });
    running.push(process);
    return process;
  }

  test("its API and its worker start there, and run jobs beside those of this one, also when one dies in the middle", async () => {
    const newApi = await start("api", "this");
    const oldApi = await start("api", "previous");
    const oldWorker = await start("worker", "previous");
    const early = [
      ...(await project.createJobs(newApi.url, each, prompt)),
      ...(await project.createJobs(oldApi.url, each, (n) => prompt(n + 10))),
    ];
    const first = await project.waitForAll(oldApi.url, early);
    expect(first.map(({ status, message }) => [status, message])).toEqual(
      first.map(({ message }) => ["completed", message]),
    );

    const late = [
      ...(await project.createJobs(oldApi.url, each, (n) => prompt(n + 20))),
      ...(await project.createJobs(newApi.url, each, (n) => prompt(n + 30))),
    ];
    await start("worker", "this");
    await oldWorker.end("SIGKILL");
    const second = await project.waitForAll(newApi.url, late);
    expect(second.map(({ status, message }) => [status, message])).toEqual(
      second.map(({ message }) => ["completed", message]),
    );

    const branches = await project.branches();
    for (const id of [...early, ...late])
      expect(branches.filter((name) => name.includes(id))).toHaveLength(1);
    for (const id of early) {
      const [there, here] = await Promise.all(
        [oldApi, newApi].map(async ({ url }) => (await project.request(url, `/job/${id}`)).json()),
      );
      expect(here).toMatchObject({ id, status: (there as { status: string }).status });
    }
  });

  test("what it has worked on, another message continues in this one", async () => {
    const [api] = running;
    const [id] = await project.createJobs(api!.url, 1, () => prompt(40));
    await project.waitForAll(api!.url, [id!]);
    const response = await project.request(api!.url, `/job/${id}/message`, {
      method: "POST",
      body: JSON.stringify({ prompt: 'Replace "gadget 40" with "gizmo"' }),
    });
    expect(response.status).toBeLessThan(300);
    const [job] = await project.waitForAll(api!.url, [id!]);
    expect(job).toMatchObject({ status: "completed" });
  });
});
