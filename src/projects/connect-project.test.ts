import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { AppError } from "../errors.ts";
import { assertTokenSafe } from "../network/assert-token-safe.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { type ConnectProjectDeps, connectProject } from "./connect-project.ts";
import { createProject } from "./create-project.ts";
import { loadProject } from "./project-row.ts";

let store: TestDatabase;
const secretBox = createSecretBox(Buffer.alloc(32, 3));

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

const newProject = async () =>
  (await createProject(store, { name: "Docs", repository: "https://github.com/acme/docs" })).id;

function deps(identify: ConnectProjectDeps["identify"]): ConnectProjectDeps {
  return { database: store.database, secretBox, identify };
}

const connectWhole = (id: string, input: unknown) =>
  connectProject(
    deps(async () => ({ login: "acme-bot", missing: [] })),
    id,
    input,
  );

async function stored(id: string) {
  const row = await loadProject(store.database, id);
  return { row, credentials: openCredentials(secretBox, id, row!.credentials) };
}

test("stores credentials encrypted once the host has identified their owner", async () => {
  const id = await newProject();
  let asked: unknown;
  const identify: ConnectProjectDeps["identify"] = async (project) => {
    asked = { ...project, credentials: openCredentials(secretBox, id, project.credentials) };
    return { login: "acme-bot", missing: [] };
  };
  const connected = await connectProject(deps(identify), id, { credentials: { token: "t0ken" } });
  expect(connected).toMatchObject({
    login: "acme-bot",
    missing: [],
    project: { connected: true, host: "github" },
  });
  expect(asked).toEqual({
    projectId: id,
    repository: "https://github.com/acme/docs",
    host: "github",
    hostUrl: null,
    credentials: { token: "t0ken" },
  });
  const { row, credentials } = await stored(id);
  expect(JSON.stringify(row)).not.toContain("t0ken");
  expect(credentials).toEqual({ token: "t0ken", login: "acme-bot" });
});

test("keeps absent fields, and removes with null", async () => {
  const id = await newProject();
  await connectWhole(id, { credentials: { token: "t0ken", webhookSecret: "hook" } });
  await connectWhole(id, {
    hostUrl: "https://ghe.example.com/api/v3/",
    credentials: { token: "new" },
  });
  expect(await stored(id)).toMatchObject({
    row: { host_url: "https://ghe.example.com/api/v3" },
    credentials: { token: "new", webhookSecret: "hook" },
  });
  await connectWhole(id, { credentials: { webhookSecret: null } });
  expect((await stored(id)).credentials).toEqual({ token: "new", login: "acme-bot" });
});

test("refuses credentials that were encrypted with a lost key until told to replace them, and then forgets them all", async () => {
  const id = await newProject();
  await connectWhole(id, { credentials: { token: "old", webhookSecret: "hook" } });
  const identify = async () => ({ login: "acme-bot", missing: [] });
  const other = createSecretBox(Buffer.alloc(32, 4));
  const withOtherKey = { database: store.database, secretBox: other, identify };
  await expect(connectProject(withOtherKey, id, { credentials: { token: "new" } })).rejects.toMatchObject({
    code: "invalid_configuration",
    message: expect.stringContaining("COPYDESK_SECRET_KEY"),
  });
  expect((await stored(id)).credentials).toMatchObject({ token: "old" });
  await connectProject(withOtherKey, id, { replace: true, credentials: { token: "new" } });
  const row = await loadProject(store.database, id);
  expect(openCredentials(other, id, row!.credentials)).toEqual({ token: "new", login: "acme-bot" });
});

test("refuses credentials that lack a permission with its name, and stores nothing", async () => {
  const id = await newProject();
  const lacking = deps(async () => ({ login: "acme-bot", missing: ["Pull requests: write"] }));
  await expect(connectProject(lacking, id, { credentials: { token: "weak" } })).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("Pull requests: write"),
  });
  expect((await stored(id)).credentials).toEqual({});
  const anyway = await connectProject(lacking, id, { anyway: true, credentials: { token: "weak" } });
  expect(anyway.missing).toEqual(["Pull requests: write"]);
  expect((await stored(id)).credentials).toMatchObject({ token: "weak" });
});

test("keeps the stored credentials if the host refuses the new ones", async () => {
  const id = await newProject();
  await connectWhole(id, { credentials: { token: "good" } });
  const refusing = deps(async () => {
    throw new AppError("code_host_unauthorized", "Bad credentials");
  });
  const connecting = connectProject(refusing, id, { credentials: { token: "bad" } });
  await expect(connecting).rejects.toMatchObject({ code: "code_host_unauthorized" });
  expect((await stored(id)).credentials).toMatchObject({ token: "good" });
});

test.each([
  { host: "sourcehut" },
  { hostUrl: "ftp://host" },
  { credentials: { token: "" } },
  { credentials: { password: "x" } },
  { credentials: { app: { id: "1" } } },
  { credentials: { login: "somebody" } },
])("%j is invalid_request", async (input) => {
  const id = await newProject();
  await expect(connectWhole(id, input)).rejects.toMatchObject({ code: "invalid_request" });
});

test("a missing project throws project_not_found", async () => {
  await expect(connectWhole("prj_none", {})).rejects.toMatchObject({ code: "project_not_found" });
});

test("neither sends nor stores a token for a host over plain http", async () => {
  const place = { name: "Docs", host: "gitea", repository: "http://git.example.com/acme/docs" };
  const { id } = await createProject(store, place);
  let asked = 0;
  const identify: ConnectProjectDeps["identify"] = async () => {
    asked += 1;
    return { login: "bot", missing: [] };
  };
  const strict = { ...deps(identify), assertTokenSafe: (url: string) => assertTokenSafe(url, false) };
  const refused = { code: "url_not_allowed" };
  const credentials = { token: "t0ken" };
  await expect(connectProject(strict, id, { credentials })).rejects.toMatchObject(refused);
  const github = await newProject();
  const hostUrl = "http://github.example.com/api/v3";
  await expect(connectProject(strict, github, { hostUrl, credentials })).rejects.toMatchObject(refused);
  expect(asked).toBe(0);
  expect((await stored(id)).row?.credentials).toBeNull();
  await connectProject(strict, github, { credentials });
  await connectProject(strict, github, { credentials, hostUrl: "http://127.0.0.1:3000/api/v3" });
});
