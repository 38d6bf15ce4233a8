import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { createRepository, type FixtureRepository, git } from "../helpers/git-fixture.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const environment = bareEnvironment();

let folder: string;
let dataFolder: string;
let repository: FixtureRepository;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-cli-"));
  dataFolder = join(folder, "data");
  repository = await createRepository({
    "index.md": "# Start\n\nSee the [guide](Guide.md).\nOr [the tools](/learn/tools).\n",
    "guide.md": "# Guide\n\nBack to the [start](index.md).\n",
  });
});

afterAll(async () => {
  await repository.remove();
  // The embedded server goes a few seconds after its last user.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program as people do, in the test's folder and with its own data folder. */
function copydesk(...argv: string[]): Promise<Ended> {
  const args = [main, ...argv, "--data", dataFolder];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: folder, env: environment },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    endWithTests(child);
  });
}

async function json<T = Record<string, string>>(...argv: string[]): Promise<T> {
  const { code, stdout, stderr } = await copydesk(...argv, "--json");
  if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

const branches = async (path: string) =>
  (await git(path, ["for-each-ref", "--format=%(refname:short)", "refs/heads/copydesk/"]))
    .split("\n")
    .filter((name) => name !== "");

describe("demo", () => {
  test("ends in a pull request, the first time and again on the same data", async () => {
    const first = await json<JobRecord>("demo", "--exit");
    expect(first).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    expect(first.prLink).toMatch(/\/projects\/prj_\w+\/pulls\/1$/);
    const second = await json<JobRecord>("demo", "--exit");
    expect(second.prLink).toMatch(/\/pulls\/2$/);
    const path = join(dataFolder, "repository");
    expect((await branches(path)).sort()).toEqual([first.source.ref, second.source.ref].sort());
    expect(await git(path, ["rev-list", "--count", "main"])).toBe("1");
    expect(await git(path, ["rev-parse", "--abbrev-ref", "HEAD"])).toBe("main");
  });

  test("changes the term in sentences and leaves it in code", async () => {
    const path = join(dataFolder, "repository");
    const [branch] = await branches(path);
    const left = (await git(path, ["grep", "-h", "e-mail", branch!, "--", "*.mdx"])).split("\n");
    const inCode = /--e-mail|`.*e-mail.*`|^\s*e-mail(,| =)|"e-mail":|\{\{ reader\.e-mail \}\}/;
    expect(left.filter((line) => !inCode.test(line))).toEqual([]);
    expect(left).toHaveLength(11);
    expect(await git(path, ["grep", "-c", "one email", branch!, "--", "index.mdx"])).toBe(
      `${branch}:index.mdx:1`,
    );
  });

  test("shows progress, result and what to do next for people", async () => {
    const { code, stdout, stderr } = await copydesk("demo", "--exit", "--prompt", "Fix broken links");
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Copydesk is ready at http:\/\/127\.0\.0\.1:\d+\n[\s\S]* queued\n[\s\S]* completed: /,
    );
    expect(stdout).toMatch(
      /Checks: 0 new, 2 fixed, 0 preexisting\nDiff: 1 file changed, 2 lines added, 2 deleted/,
    );
    expect(stdout).toMatch(/Pull request: http:/);
  });

  test("ends with 1 when the job did not complete, and says why", async () => {
    const { code, stdout } = await copydesk("demo", "--exit", "--json", "--prompt", "Write a poem");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "failed",
      reason: "instruction_not_understood",
      prLink: null,
    });
  });
});

describe("serve", () => {
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const args = [main, "serve", "--port", "0", "--data", dataFolder];
    child = spawn(process.execPath, args, {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    endWithTests(child);
    const [line] = await once(child.stdout!, "data");
    // Behind it comes the link that makes its owner.
    const ready = /^Copydesk is ready at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(String(line));
    expect(ready).not.toBeNull();
    url = ready![1]!;
  });

  afterAll(() => void child.kill("SIGKILL"));

  test("works with admin commands of other processes on the same data", async () => {
    const { projectId } = await json("project", "create", "--name", "Docs", "--repository", repository.path);
    const { key } = await json("key", "create", "--project", projectId!);
    const response = await fetch(`${url}/v2/agent/${projectId}/job`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "Fix broken links" }),
    });
    expect(response.status).toBe(201);
    const waited = await copydesk(
      "job",
      "create",
      "--project",
      projectId!,
      "--prompt",
      "Fix broken links",
      "--wait",
    );
    expect(waited).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 new, 1 fixed, 0 preexisting"),
    });
    const list = await json<{ data: JobRecord[] }>("job", "list", "--project", projectId!);
    expect(list.data.map(({ status }) => status)).toEqual(["completed", "completed"]);
    const { diff } = await json("job", "diff", "--project", projectId!, list.data[0]!.id);
    expect(diff).toContain("+See the [guide](guide.md).");
    const page = await fetch(list.data[0]!.prLink!, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    const said = "links not judged here: 1 of 3 links to pages and files, because";
    const found = await fetch(`${url}/v2/agent/${projectId}/job/${list.data[0]!.id}/checks`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await found.json()).toMatchObject({
      counts: { new: 0, fixed: 1, preexisting: 0 },
      notJudged: [{ rule: "internal-link", links: 1, reason: expect.stringContaining(said) }],
    });
    const shown = await copydesk("job", "checks", "--project", projectId!, list.data[0]!.id);
    expect(shown.stdout).toContain(said);
  });

  test("says which port is taken and what to do, with 1", async () => {
    const { port } = new URL(url);
    const { code, stdout, stderr } = await copydesk("serve", "--port", port);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`error: Port ${port} .* --port .*\\(port_in_use\\)\\n$`));
  });

  test("doctor finds nothing missing beside it", async () => {
    type Report = { ok: boolean; checks: { ok: boolean; needed: boolean }[] };
    const { ok, checks } = await json<Report>("doctor", "--port", new URL(url).port);
    expect(checks.filter((check) => check.needed && !check.ok)).toEqual([]);
    expect(ok).toBe(true);
  });

  test("ends with 0 on SIGTERM, and admin commands work without it", async () => {
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    const { data } = await json<{ data: unknown[] }>("project", "list");
    expect(data.length).toBeGreaterThanOrEqual(2);
  });
});

describe("run", () => {
  test("leaves a branch in the repository, its working tree untouched, and prints checks and diff", async () => {
    const before = await branches(repository.path);
    const { code, stdout } = await copydesk(
      "run",
      "--repository",
      repository.path,
      "--prompt",
      "Fix broken links",
    );
    expect(code).toBe(0);
    expect(stdout).toContain("checks: 0 new, 1 fixed, 0 preexisting\n");
    expect(stdout).toContain("links not judged here: 1 of 3 links to pages and files, because");
    expect(stdout).toContain("+See the [guide](guide.md).\n");
    const [branch] = (await branches(repository.path)).filter((name) => !before.includes(name));
    expect(stdout).toContain(`branch: ${branch}\n`);
    expect(stdout).toMatch(/Fixed problems:\n {2}index\.md:3 .*\n/);
    const command = stdout.trimEnd().split("\n").at(-1)!;
    expect(command.trim()).toBe(`git -C ${repository.path} merge ${branch}`);
    expect(await git(repository.path, ["status", "--porcelain"])).toBe("");
  });

  test("ends as cancelled at Ctrl-C, also while the model does not answer", async () => {
    const asked = Promise.withResolvers<void>();
    const model = createServer(() => asked.resolve());
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
    const { port } = model.address() as AddressInfo;
    const args = [
      "run",
      "--repository",
      repository.path,
      "--prompt",
      "x",
      "--model",
      "openai-compatible/slow",
    ];
    const child = spawn(process.execPath, [main, ...args, "--data", dataFolder, "--json"], {
      cwd: folder,
      env: {
        ...environment,
        OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
        COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    await asked.promise;
    child.kill("SIGINT");
    // As npm does with what the terminal has sent already.
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(JSON.parse(await stdout)).toMatchObject({ status: "failed", reason: "cancelled", branch: null });
    expect(await stderr).toMatch(/Stopping: what the job has done so far/);
    model.closeAllConnections();
    model.close();
  });

  test("of a folder that is no repository ends with 1 and one clear line", async () => {
    const { code, stdout } = await copydesk("run", "--repository", folder, "--prompt", "Fix broken links");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed \(repository_error\): \S.*\n$/);
  });
});
