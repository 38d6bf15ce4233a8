import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";
import { createCliStore, createTestCli } from "../../../test/helpers/cli-deps.ts";
import { createRepository, git, temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { createManageDeps } from "../../compose/create-manage-deps.ts";
import { createRepositoryReader } from "../../compose/create-repository-reader.ts";
import { createProjectHosts } from "../../compose/open-project-host.ts";
import { readConfig } from "../../config.ts";
import { packageFolder } from "../../files/package-folder.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";

const admin = await startAdminCli();
const repository = await createRepository({ "index.md": "# Start\n" });
const other = await createRepository({ "index.md": "# Other\n" });
const served = await temporaryFolder();
await git(served, ["clone", "--quiet", "--bare", repository.path, join(served, "docs.git")]);
await git(served, ["init", "--quiet", "--bare", join(served, "empty.git")]);
mkdirSync(join(served, "plain"));
const open = await startGitHttpServer(served);
const closed = await startGitHttpServer(served, { token: "t0ken" });
afterAll(async () => {
  await Promise.all([open.close(), closed.close(), repository.remove(), other.remove()]);
  await rm(served, { recursive: true, force: true });
  await admin.close();
});

const config = readConfig({
  COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  COPYDESK_DATA: await temporaryFolder(),
});
const base = createCliStore(admin.store.database);
const { database, secretBox } = base;
const hostDeps = {
  database,
  secretBox,
  config,
  fetch,
  publicUrl: () => "",
  knownSecrets: createKnownSecrets(),
};
const openHost = createProjectHosts(hostDeps);
const store = { ...base, readRepository: createRepositoryReader(config, openHost) };
const newCli = (typed?: string) =>
  createTestCli({ openStore: async () => store, cwd: served, ...(typed !== undefined && { typed }) });
const cli = newCli();

const create = (...args: string[]) => cli.run("project", "create", "--name", "Docs", ...args, "--json");
const show = async (id: string) => admin.json("project", "show", id);

async function newProject(place: string): Promise<string> {
  const { code, stdout } = await create("--repository", place);
  expect(code).toBe(0);
  return JSON.parse(stdout).projectId;
}

const unreadable: [string, string[], string, RegExp][] = [
  [
    "a path where nothing is",
    ["missing"],
    "repository_unreachable",
    /missing does not exist\. Give the path/,
  ],
  ["a folder that is no repository", ["plain"], "repository_unreachable", /plain is no git repository/],
  ["a repository without commits", ["empty.git"], "repository_empty", /no commits yet\. Push a first commit/],
  [
    "a base branch that is not there",
    ["docs.git", "--ref", "trunk"],
    "ref_not_found",
    /has no branch "trunk"\. Its branches: main\./,
  ],
  ["an unknown repository of a server", [`${open.url}/none.git`], "repository_unreachable", /not found/],
  [
    "a server that wants a token",
    [`${closed.url}/docs.git`],
    "repository_unreachable",
    /It needs an access token\. .*--token-file or --ssh-key-file; or add --anyway now/,
  ],
  [
    "a repository over ssh without a key",
    ["git@127.0.0.1:docs.git"],
    "repository_unreachable",
    /It needs a deploy key: .*add --anyway now/,
  ],
  [
    "a host name that does not resolve",
    ["https://copydesk.invalid/docs.git"],
    "url_not_allowed",
    /cannot be resolved .*--anyway stores it all the same/,
  ],
  [
    "a server that does not answer",
    ["http://127.0.0.1:9/docs.git"],
    "repository_unreachable",
    /cannot be reached: .*Check the URL/,
  ],
];

describe("project create", () => {
  test.each(unreadable)("refuses %s in one line that says what to do", async (_name, args, code, words) => {
    const [place, ...options] = args;
    const before = (await admin.json("project", "list")).data.length;
    const refused = await create("--repository", place!, ...options);
    expect({ code: refused.code, error: JSON.parse(refused.stdout).error }).toEqual({
      code: 1,
      error: { code, message: expect.stringMatching(words) },
    });
    expect(refused.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(refused.stderr).toContain("--anyway");
    expect((await admin.json("project", "list")).data).toHaveLength(before);
    expect((await create("--repository", place!, ...options, "--anyway")).code).toBe(0);
  });

  test("takes a private repository with its token, and stores nothing with a wrong one", async () => {
    const place = ["--name", "Docs", "--repository", `${closed.url}/docs.git`, "--token-file", "-"];
    const count = async () => (await admin.json("project", "list")).data.length;
    const withToken = (stdin: string) =>
      createTestCli({ openStore: async () => store, stdin }).run("project", "create", ...place, "--json");
    const before = await count();
    const refused = await withToken("wrong\n");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("(repository_unreachable)") });
    expect(await count()).toBe(before);
    const created = await withToken("t0ken\n");
    expect({ code: created.code, stderr: created.stderr }).toMatchObject({ code: 0 });
    const { projectId, connected, login } = JSON.parse(created.stdout);
    expect({ connected, login }).toEqual({ connected: true, login: expect.any(String) });
    expect((await cli.run("project", "set", projectId, "--ref", "main")).code).toBe(0);
  });

  test("says of a markup that is not edited that it is not, and makes the project --anyway", async () => {
    const files = Object.fromEntries(["a", "b", "c"].map((name) => [`docs/${name}.rst`, "A\n=\n"]));
    const written = await createRepository(files);
    const manage = createManageDeps(hostDeps, await temporaryFolder());
    const sees = createTestCli({
      openStore: async () => ({ ...store, lookAtSite: manage.deps.lookAtSite }),
      cwd: served,
    });
    const args = ["project", "create", "--name", "Docs", "--repository", written.path, "--json"];
    try {
      const refused = await sees.run(...args);
      const error = {
        code: "markup_not_edited",
        message: expect.stringMatching(/reStructuredText.*--anyway/),
      };
      expect({ code: refused.code, error: JSON.parse(refused.stdout).error }).toEqual({ code: 1, error });
      expect((await sees.run(...args, "--anyway")).code).toBe(0);
    } finally {
      await manage.close();
      await written.remove();
    }
  });

  test("names every site of a repository with its pages", async () => {
    const written = await createRepository({
      ...{ "mkdocs.yml": "site_name: Docs\n", "docs/index.md": "# Start\n", "docs/use.md": "# Use\n" },
      ...{ "handbook/book.toml": "[book]\n", "handbook/src/SUMMARY.md": "- [Start](start.md)\n" },
      "handbook/src/start.md": "# Start\n",
    });
    const manage = createManageDeps(hostDeps, await temporaryFolder());
    const openStore = async () => ({ ...store, lookAtSite: manage.deps.lookAtSite });
    try {
      const shown = await createTestCli({ openStore }).run("project", "preview", written.path, "--json");
      expect(JSON.parse(shown.stdout)).toMatchObject({
        ...{ generator: "mkdocs", pages: 2 },
        otherSites: [{ generator: "mdbook", folder: "handbook/src", pages: 1 }],
      });
    } finally {
      await manage.close();
      await written.remove();
    }
  });

  test.each(["docs.git", `${open.url}/docs.git`])("takes %s, which can be read", async (place) => {
    await newProject(place);
  });
});

describe("project set", () => {
  test("--repository moves a project to a path that can be read; jobs of before keep theirs", async () => {
    const id = await newProject(repository.path);
    const job = await admin.json("job", "create", "--project", id, "--prompt", "x");
    const moved = await cli.run("project", "set", id, "--repository", other.path);
    expect({ code: moved.code, stderr: moved.stderr }).toEqual({ code: 0, stderr: "" });
    expect((await show(id)).repository).toBe(`file://${other.path}`);
    const { source } = await admin.json("job", "get", "--project", id, job.id);
    expect(source.repository).toContain(repository.path);
  });

  test.each([
    [["--repository", "missing"], "repository_unreachable"],
    [["--ref", "trunk"], "ref_not_found"],
  ])("refuses %j unless --anyway", async (args, code) => {
    const id = await newProject(repository.path);
    const refused = await cli.run("project", "set", id, ...args);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`(${code})`) });
    expect(await show(id)).toMatchObject({ repository: `file://${repository.path}`, ref: null });
    expect((await cli.run("project", "set", id, ...args, "--anyway")).code).toBe(0);
  });

  test("a project without jobs may move to another server, whose kind it takes", async () => {
    const id = await newProject(repository.path);
    expect((await cli.run("project", "set", id, "--repository", `${open.url}/docs.git`)).code).toBe(0);
    expect(await show(id)).toMatchObject({ repository: `${open.url}/docs.git`, host: "git" });
  });

  test("credentials are used to read the new place, and never for another server", async () => {
    const id = await newProject(`${open.url}/docs.git`);
    const file = createTestCli({ openStore: async () => store, stdin: "t0ken\n" });
    await cli.run("project", "set", id, "--repository", `${closed.url}/docs.git`, "--anyway");
    expect((await file.run("project", "connect", id, "--token-file", "-")).code).toBe(0);
    expect((await cli.run("project", "set", id, "--ref", "main")).code).toBe(0);
    const before = open.requests.length;
    const refused = await cli.run("project", "set", id, "--repository", `${open.url}/docs.git`, "--anyway");
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/credentials of a repository on another server.*separate project/),
    });
    expect(open.requests).toHaveLength(before);
  });
});

describe("Copydesk's own clone", () => {
  const forms = [packageFolder, `${packageFolder}/`, `file://${packageFolder}`, join(packageFolder, ".git")];

  test.each(forms)("%s is refused without a terminal, with the flag that confirms it", async (place) => {
    const runOnce = () => Promise.reject(new Error("must not run"));
    const refused = await createTestCli({ runOnce }).run("run", "--repository", place, "--prompt", "x");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/is the folder of Copydesk itself.*Confirm it with --yes\. \(usage\)\n$/);
  });

  test.each([
    ["y", 1],
    ["", 2],
    ["no", 2],
  ])("on a terminal it is asked for; %j is the answer", async (typed, code) => {
    let runs = 0;
    const runOnce = () => {
      runs += 1;
      return Promise.reject(new Error("ran"));
    };
    const asked = createTestCli({ runOnce, typed, cwd: packageFolder });
    expect((await asked.run("run", "--repository", ".", "--prompt", "x")).code).toBe(code);
    expect(runs).toBe(typed === "y" ? 1 : 0);
  });

  test("project create and set are told --anyway", async () => {
    const refused = await create("--repository", packageFolder);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("with --anyway") });
    const id = await newProject(repository.path);
    const moved = await cli.run("project", "set", id, "--repository", packageFolder);
    expect(moved).toMatchObject({ code: 2, stderr: expect.stringContaining("with --anyway") });
  });
});

describe("project remove", () => {
  test("says what will be removed, and removes it only after a yes", async () => {
    const id = await newProject(repository.path);
    await admin.json("job", "create", "--project", id, "--prompt", "x");
    const none = await cli.run("project", "remove", id);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toMatch(
      /is removed with 1 job \(1 active, to be cancelled\) .* 0 API keys.*Nothing was done\. Confirm it with --yes/,
    );
    expect((await newCli("n").run("project", "remove", id)).code).toBe(2);
    await show(id);
    const removed = await newCli("yes").run("project", "remove", id, "--json");
    expect(removed.code).toBe(0);
    expect(JSON.parse(removed.stdout)).toMatchObject({
      removed: id,
      jobs: 1,
      cancelledJobs: [expect.any(String)],
    });
    expect(await cli.run("project", "remove", id, "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("(project_not_found)"),
    });
  });

  test("--yes asks nothing", async () => {
    const id = await newProject(repository.path);
    expect(await cli.run("project", "remove", id, "--yes")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("shows on a terminal what it waits for, and removes that line again", async () => {
  const terminal = createTestCli({ openStore: async () => store, cwd: served, columns: 40 });
  const { stderr } = await terminal.run("project", "create", "--name", "Docs", "--repository", "docs.git");
  expect(stderr).toMatch(/^Reading \/\S+….?\r\u001b\[2K$/);
});
