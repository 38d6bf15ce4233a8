import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";
import { createCliStore, createTestCli } from "../../../test/helpers/cli-deps.ts";
import { openCredentials } from "../../secrets/project-credentials.ts";

const admin = await startAdminCli();
const { cli, json, newProject, store } = admin;
afterAll(admin.close);

test("project set: none removes a setting", async () => {
  const id = await newProject();
  await json(
    "project",
    "set",
    id,
    "--ref",
    "main",
    "--concurrency",
    "2",
    "--max-steps",
    "9",
    "--max-tokens",
    "99",
  );
  const changed = await json(
    "project",
    "set",
    id,
    "--ref",
    "none",
    "--concurrency",
    "none",
    "--max-steps",
    "none",
  );
  expect(changed).toMatchObject({ ref: null, settings: { budget: { maxTokens: 99 } } });
  expect(Object.keys(changed.settings)).toEqual(["budget"]);
});

describe("project connect", () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-connect-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const newHosted = async (): Promise<string> =>
    (await json("project", "create", "--name", "Docs", "--repository", "https://github.com/acme/docs"))
      .projectId;

  test("stores what files and standard input hold, and shows none of it", async () => {
    const id = await newHosted();
    const options = ["--token-file", "-", "--webhook-secret-file", file("hook", "h00k-secret\n")];
    const stdin = createTestCli({
      openStore: async () => createCliStore(store.database),
      stdin: "t0ken-of-the-bot\n",
    });
    const { code, stdout } = await stdin.run("project", "connect", id, ...options, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      projectId: id,
      host: "github",
      connected: true,
      login: "bot",
    });
    const shown = JSON.stringify(await json("project", "show", id));
    expect(shown + stdout).not.toMatch(/t0ken|h00k/);
  });

  test("keys keep their last line break and say their format", async () => {
    const id = await newHosted();
    const key = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----\n";
    await json("project", "connect", id, "--signing-key-file", file("key", key));
    const { secretBox } = createCliStore(store.database);
    const { rows } = await store.database.pool.query("select credentials from projects where id = $1", [id]);
    expect(openCredentials(secretBox, id, rows[0].credentials)).toMatchObject({
      signing: { format: "openpgp", key },
    });
  });

  test.each([
    [["--token-file", "missing"], "usage", 2],
    [["--app-id", "1"], "usage", 2],
    [["--token-kind", "magic"], "usage", 2],
    [["--host", "sourcehut"], "invalid_request", 2],
  ])("refuses %j", async (args, errorCode, exitCode) => {
    const { code, stdout } = await cli.run("project", "connect", await newHosted(), ...args, "--json");
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
  });

  test("set changes how pull requests are made, one thing at a time", async () => {
    const id = await newHosted();
    await json(
      "project",
      "set",
      id,
      "--labels",
      "docs, automated",
      "--draft",
      "yes",
      "--follow-ups",
      "mentions",
    );
    await json(
      "project",
      "set",
      id,
      "--reviewers",
      "ada,team:writers",
      "--commit-author",
      "Docs Bot <bot@example.com>",
    );
    const { settings } = await json("project", "set", id, "--labels", "none");
    expect(settings).toEqual({
      pullRequests: { draft: true, reviewers: ["ada", "team:writers"] },
      feedback: { followUps: "mentions" },
      commits: { author: { name: "Docs Bot", email: "bot@example.com" } },
    });
    const { stdout } = await cli.run("project", "show", id);
    expect(stdout).toMatch(/reviewers +ada, team:writers\n/);
  });
});

describe("project", () => {
  test("create returns the id, show and list know the project", async () => {
    const created = await json(
      "project",
      "create",
      "--name",
      "Docs",
      "--repository",
      "/tmp",
      "--ref",
      "main",
    );
    expect(created).toMatchObject({ projectId: expect.stringMatching(/^prj_/), name: "Docs", ref: "main" });
    expect(await json("project", "show", created.projectId)).toMatchObject({
      name: "Docs",
      repository: "file:///tmp",
    });
    const { data } = await json("project", "list");
    expect(data[0]).toMatchObject({ id: created.projectId });
  });

  test.each([
    ["docs", "file:///srv/site/docs"],
    ["./docs.git", "file:///srv/site/docs.git"],
    ["../docs", "file:///srv/docs"],
    ["/abs", "file:///abs"],
    ["https://example.com/a/b", "https://example.com/a/b"],
    ["git@example.com:a/b.git", "git@example.com:a/b.git"],
  ])("create makes the path %s absolute and leaves addresses alone", async (given, stored) => {
    const { repository } = await json("project", "create", "--name", "x", "--repository", given);
    expect(repository).toBe(stored);
  });

  test.each([
    [["--name", " ", "--repository", "/tmp"], "invalid_request", 2],
    [["--name", "x", "--repository", "/tmp", "--host", "nowhere"], "invalid_request", 2],
    [["--name", "x", "--repository", "ext::sh -c true"], "invalid_repository_url", 1],
  ])("create refuses %j", async (args, errorCode, exitCode) => {
    const { code, stdout } = await cli.run("project", "create", ...args, "--json");
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: exitCode, error: errorCode });
  });

  test("show of an unknown one ends with 1", async () => {
    const { code, stderr } = await cli.run("project", "show", "prj_none");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: There is no such project. (project_not_found)\n",
    });
  });
});

describe("key", () => {
  test("create binds a key to addresses, which rotate keeps and list shows", async () => {
    const project = await newProject();
    const allowedIps = ["203.0.113.7", "2001:db8::/48"];
    const list = allowedIps.join(", ");
    const first = await json("key", "create", "--project", project, "--allow-ips", list);
    expect(first.allowedIps).toEqual(allowedIps);
    expect((await json("key", "rotate", "--project", project, first.id)).allowedIps).toEqual(allowedIps);
    expect((await cli.run("key", "list", "--project", project)).stdout).toContain(list);
    const wrong = await cli.run("key", "create", "--project", project, "--allow-ips", "10.0.0.0/33");
    expect(wrong.stderr).toContain("allowedIps.0: must be an IP address");
  });

  test("create shows the key once, list never, revoke takes its id or the key itself", async () => {
    const project = await newProject();
    const first = await json("key", "create", "--project", project, "--scopes", "read", "--expires", "none");
    expect(first).toMatchObject({ key: expect.stringMatching(/^cpd_/), scopes: ["read"], expiresAt: null });
    const second = await json("key", "create", "--project", project, "--name", "ci");
    const shown = await cli.run("key", "list", "--project", project);
    expect(shown.stdout).toContain(first.id);
    expect(shown.stdout).not.toContain(first.key.slice(-20));
    await json("key", "revoke", "--project", project, first.id);
    await json("key", "revoke", "--project", project, second.key);
    const { data } = await json("key", "list", "--project", project);
    expect(data.map(({ revokedAt }: { revokedAt: unknown }) => typeof revokedAt)).toEqual([
      "string",
      "string",
    ]);
  });

  test("revoke of an unknown one ends with 1", async () => {
    const { code, stderr } = await cli.run("key", "revoke", "--project", await newProject(), "00000000");
    expect(code).toBe(1);
    expect(stderr).toContain("(api_key_not_found)");
  });
});
