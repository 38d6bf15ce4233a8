import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/helpers/test-server.ts";
import { AppError } from "../errors.ts";
import { createProject } from "../projects/create-project.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { addContextRepository, type ContextDeps } from "./add-context-repository.ts";
import { listContextRows } from "./context-rows.ts";
import {
  changeContextRepository,
  listContextRepositories,
  testContextRepository,
} from "./manage-context-repository.ts";

let server: TestServer;
let deps: ContextDeps;

beforeAll(async () => {
  server = await startTestServer();
  deps = {
    ...server.store,
    secretBox: createSecretBox(Buffer.alloc(32, 7)),
    readRepository: async ({ ref }) => {
      if (ref === "gone") throw new AppError("ref_not_found", "There is no branch gone.");
      return { name: ref ?? "main", commit: "a".repeat(40) };
    },
  };
});

afterAll(() => server.close());

const repository = "https://example.com/api";

async function newProject(): Promise<string> {
  const { id } = await createProject(server.store, {
    ...{ name: "Docs", repository: "https://example.com/docs", anyway: true },
  });
  return id;
}

test("allows ten per project, each with a unique name, even for simultaneous requests", async () => {
  const projectId = await newProject();
  const names = Array.from({ length: 12 }, (_, at) => `source-${at}`);
  const added = await Promise.allSettled(
    names.map((name) => addContextRepository(deps, projectId, { name, repository })),
  );
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  const twice = addContextRepository(deps, await newProject(), { name: "Api", repository });
  await expect(twice).rejects.toMatchObject({ code: "invalid_request" });
  const other = await newProject();
  await addContextRepository(deps, other, { name: "api", repository });
  await expect(addContextRepository(deps, other, { name: "api", repository })).rejects.toMatchObject({
    code: "context_name_taken",
  });
});

test("stores credentials encrypted, and neither shows nor audits them", async () => {
  const projectId = await newProject();
  const token = "hunter2-of-the-code";
  const credentials = { token };
  const added = await addContextRepository(deps, projectId, { name: "api", repository, credentials });
  expect(added).toMatchObject({ connected: true, name: "api" });
  const [row] = await listContextRows(server.store.database, projectId);
  expect(row!.credentials).toMatch(/^v1\./);
  const { rows } = await server.store.database.pool.query("select * from audit_log where project_id = $1", [
    projectId,
  ]);
  expect(JSON.stringify([added, rows])).not.toContain(token);
  expect(rows.map(({ action }) => action)).toContain("context.added");
});

test("refuses an unreadable branch unless anyway, and a test reports it", async () => {
  const projectId = await newProject();
  const wanted = { name: "api", repository, ref: "gone" };
  await expect(addContextRepository(deps, projectId, wanted)).rejects.toMatchObject({
    code: "ref_not_found",
  });
  const { id: contextId } = await addContextRepository(deps, projectId, { ...wanted, anyway: true });
  const address = { projectId, contextId };
  expect(await testContextRepository(deps, address)).toMatchObject({ ok: false, code: "ref_not_found" });
  await changeContextRepository(deps, address, { ref: "main", include: ["src/**"] });
  expect(await testContextRepository(deps, address)).toMatchObject({ ok: true, commit: "a".repeat(40) });
  expect(await listContextRepositories(deps, projectId)).toMatchObject([
    { ref: "main", include: ["src/**"] },
  ]);
});
