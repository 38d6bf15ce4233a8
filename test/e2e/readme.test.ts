import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBlocks } from "../contract/read-blocks.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { createRepository, type FixtureRepository, git } from "../helpers/git-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { type PackedClient, packClient } from "../sdk/pack-client.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

const page = {
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSet the API token. Keep your API tokens safe. Add a web hook.\n",
};

/** What is not run here, and why. */
const notRun: Record<string, string> = {
  "npm run demo": "test/e2e/cli.test.ts runs the demo; npm test is what runs this",
  "project connect": "needs an account on a code host",
};

const blocks = await readBlocks("README.md");

let store: TestDatabase;
let client: PackedClient;
let repository: FixtureRepository;
let home: string;
let environment: Record<string, string>;
let service: Running;
/** Everything that the shell has printed so far, newest last. */
let printed = "";

beforeAll(async () => {
  [store, client, repository] = await Promise.all([
    createTestDatabase(),
    packClient(),
    createRepository(page),
  ]);
  home = await mkdtemp(join(tmpdir(), "copydesk-readme-"));
  await mkdir(join(home, "src"));
  await cp(repository.path, join(home, "src/my-docs"), { recursive: true });
  await symlink(
    join(root, "node_modules/standardwebhooks"),
    join(client.app, "node_modules/standardwebhooks"),
  );
  environment = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    npm_config_update_notifier: "false",
    // Instead of what a reader has by default: a database and a port that no other test uses.
    DATABASE_URL: store.url,
    COPYDESK_DATA: join(home, "data"),
    COPYDESK_PORT: "0",
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
}, 180_000);

afterAll(async () => {
  await service?.stop();
  await repository.remove();
  await client.remove();
  await store.drop();
  await rm(home, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  output(): string;
  /** When the output has this. */
  until(text: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program that goes on, in a group of its own: npm does not pass every signal on. */
function start(command: string, args: string[], cwd: string): Running {
  const child = spawn(command, args, {
    cwd,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithTests(child, { isGroup: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = once(child, "exit");
  return {
    child,
    output: () => output,
    until: (text) => expect.poll(() => output, { timeout: 60_000 }).toMatch(text),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGTERM");
      await ended;
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return String(port);
}

/** Values of the variables that the README tells its reader to set, from what was printed before. */
const values: Record<string, () => string | Promise<string>> = {
  PATH: () => `${environment.PATH}:${root}/node_modules/.bin`,
  PROJECT: () => lastPrinted(/prj_\w{22}/g),
  KEY: () => lastPrinted(/cpd_\w{8}_\w{38}/g),
  URL: () => /http:\/\/[\w.:]+/.exec(service.output())?.[0] ?? "",
  JOB: () => lastPrinted(/job_\w{22}/g),
  PORT: freePort,
  SECRET: () => lastPrinted(/whsec_\S+/g),
};

function lastPrinted(form: RegExp): string {
  const found = printed.match(form)?.at(-1);
  if (found === undefined) throw new Error(`nothing like ${form} was printed:\n${printed}`);
  return found;
}

/** Runs a block line by line as it stands; only `export NAME=…` gets the value that a reader would put there. */
async function runBlock(text: string): Promise<string> {
  let output = "";
  for (const part of text.split(/^(export .*)$/m)) {
    const names = [...part.matchAll(/\b([A-Z]+)=/g)].map(([, name]) => name!);
    if (!part.startsWith("export ")) {
      const { stdout } = await execute("sh", ["-eu", "-c", part], { cwd: root, env: environment });
      output += stdout;
      printed += stdout;
    } else for (const name of names) environment[name] = await values[name]!();
  }
  return output;
}

function blockWith(language: string, word: string): string {
  const found = blocks.filter((block) => block.language === language && block.text.includes(word));
  expect(found).toHaveLength(1);
  return found[0]!.text;
}

async function runProgram(name: string, text: string): Promise<string> {
  await writeFile(join(client.app, name), text);
  const { stdout } = await execute(process.execPath, [name], { cwd: client.app, env: environment });
  return stdout;
}

interface Job {
  status: string;
  reason: string;
  prLink: string;
  source: { ref: string };
}

/** Each JSON document of an output: curl writes no line ends between them. */
function lastJob(output: string): Job {
  return JSON.parse(output.slice(output.lastIndexOf('{"id":"job_')));
}

describe("the README's examples, as they stand and in their order", () => {
  test("the service starts, and makes a project and a key", async () => {
    const [command = "", ...args] = blockWith("sh", "npm start").trim().split(" ");
    service = start(command, args, root);
    await service.until(/Copydesk is ready at http:/);
    await runBlock(blockWith("sh", "key create"));
    expect(environment).toMatchObject({
      PROJECT: expect.stringMatching(/^prj_/),
      KEY: expect.stringMatching(/^cpd_/),
      URL: expect.stringMatching(/^http:/),
    });
  }, 90_000);

  test("curl creates a job and waits for its pull request", async () => {
    const job = lastJob(await runBlock(blockWith("sh", "?wait=60")));
    expect(job).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    expect((await fetch(job.prLink)).status).toBe(200);
    const changed = await git(join(home, "src/my-docs"), ["show", `${job.source.ref}:guide.md`]);
    expect(changed).toContain("Set the API key. Keep your API tokens safe.");
  }, 90_000);

  test("curl says more, and the job goes on with the same pull request", async () => {
    expect(lastJob(await runBlock(blockWith("sh", "/message")))).toMatchObject({ status: "active" });
    const wait = blockWith("sh", "?wait=60").split("\n\n").at(-1)!;
    const job = lastJob(await runBlock(wait));
    expect(job).toMatchObject({ status: "completed", reason: "pull_request_updated" });
    const changed = await git(join(home, "src/my-docs"), ["show", `${job.source.ref}:guide.md`]);
    expect(changed).toContain("Set the API key. Keep your API keys safe.");
  }, 90_000);

  test("the client streams a job to its end while the receiver is called back", async () => {
    await runBlock(blockWith("sh", "webhook create"));
    await writeFile(join(client.app, "receiver.js"), blockWith("js", "standardwebhooks"));
    const receiver = start(process.execPath, ["receiver.js"], client.app);
    try {
      const output = await runProgram("client.js", blockWith("js", "@copydesk/client"));
      const lines = output.trimEnd().split("\n");
      expect([lines[0], lines.at(-2)]).toEqual(["created", "completed"]);
      const [, link] = /^completed (http\S+)$/.exec(lines.at(-1)!) ?? [];
      await receiver.until(/pull_request\.opened/);
      await receiver.until(/job\.completed/);
      expect(receiver.output()).toContain(`job.completed completed ${link}\n`);
      expect(receiver.output()).toContain(`pull_request.opened completed ${link}\n`);
    } finally {
      await receiver.stop();
    }
  }, 90_000);

  test("what is left out is known", async () => {
    const run = [
      "npm start",
      "key create",
      "?wait=60",
      "/message",
      "webhook create",
      "standardwebhooks",
      "@copydesk/client",
    ];
    const left = blocks.filter(
      ({ text }) => ![...run, ...Object.keys(notRun)].some((word) => text.includes(word)),
    );
    expect(left).toEqual([]);
    expect(await readFile(join(root, "README.md"), "utf8")).not.toMatch(/^```(?!sh$|js$|$)/m);
  });
});
