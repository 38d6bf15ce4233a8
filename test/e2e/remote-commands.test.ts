import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/build-program.ts";
import type { CliDeps } from "../../src/cli/deps.ts";
import { createModelLister } from "../../src/compose/create-model-resolver.ts";
import { openCliStore } from "../../src/compose/open-cli-store.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { createManagementKey } from "../../src/management-keys/create-management-key.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { firstOrganisation } from "../../src/people/first-organisation.ts";
import { permissions } from "../../src/people/permissions.ts";
import { type CliResult, createTestCli } from "../helpers/cli-deps.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { createRepository, git } from "../helpers/git-fixture.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { silentLog } from "../helpers/test-server.ts";

const files = {
  "mkdocs.yml": "site_name: Widgets\n",
  "docs/index.md": "# Widgets\n\nA widget is a small thing.\n\n[Nowhere](nowhere.md)\n",
};

let project: TestProject;
let service: CopydeskProcess;
let config: Config;
let remote: string[];
let slack: Emulator;
let secrets: string;
const repositories: { path: string; remove(): Promise<void> }[] = [];

beforeAll(async () => {
  project = await makeTestProject(files);
  const seed = { slack: { tokens: [{ token: "xoxb-of-the-test" }] } };
  slack = await createEmulator({ service: "slack", port: 0, seed });
  secrets = await mkdtemp(join(tmpdir(), "copydesk-slack-"));
  await writeFile(join(secrets, "token"), "xoxb-of-the-test\n");
  await writeFile(join(secrets, "signing"), "the-signing-secret");
  const environment = {
    ...project.environment,
    COPYDESK_REPOSITORY_FOLDERS: tmpdir(),
    COPYDESK_URL: "http://copydesk.example",
    COPYDESK_SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "true",
    COPYDESK_SLACK_URL: slack.url,
  };
  config = readConfig(environment);
  service = await startCopydesk({ environment });
  const { key } = await createManagementKey(
    project.store,
    {
      actor: { author: { kind: "command_line", name: ownWords("ann") }, from: null },
      organisationId: await firstOrganisation(project.store),
      mayGive: null,
    },
    { name: "tools", permissions },
  );
  remote = ["--url", service.url, "--key", key];
});

afterAll(async () => {
  await service?.end();
  await project?.remove();
  await slack?.close();
  if (secrets !== undefined) await rm(secrets, { recursive: true });
  for (const repository of repositories) await repository.remove();
});

type Run = (...argv: string[]) => Promise<CliResult>;

const cli = () =>
  createTestCli({
    readConfig: () => config,
    openStore: () => openCliStore(config, { log: silentLog(), knownSecrets: createKnownSecrets() }),
    listModels: (own, of) => createModelLister(own)(of?.model ?? own.defaultModel, of?.models),
  });

const local: Run = (...argv) => cli().run(...argv);
const remotely: Run = (...argv) => cli().run(...argv, ...remote);
const seen = new Set<string>();

/** The words of a command, without its options. */
function nameOf(argv: readonly string[]): string {
  const single = ["usage", "audit", "models", "backfill", "top", "export"].includes(argv[0]!);
  const name = argv.slice(0, single ? 1 : 2).join(" ");
  seen.add(name);
  return name;
}

/** What differs between two runs of the same command: ids, times, secrets, widths, and whoever ran it. */
function withoutOwn({ code, stdout, stderr }: CliResult, words: readonly string[]) {
  const plain = (text: string) => {
    let shown = text
      .replace(/\b(cpd|cpm|whsec)_[\w+/=-]+/g, "$1_<own>")
      .replace(/\b(prj|job|wh|msg|ctx|trg|slk)_\w+/g, "$1_<own>")
      .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "<time>")
      // The service calls a webhook in its own time.
      .replace(/"failingSince":"<time>"/g, '"failingSince":null')
      .replace(/"(id)":"\w{8}"/g, '"$1":"<own>"')
      .replace(/(?:Delivery |"(?:deliveryId|replayed)":")\d+/g, "delivery <n>");
    for (const word of words) shown = shown.replaceAll(word, "<own>");
    return (
      shown
        .replace(/\b[0-9a-f]{40}\b/g, "<commit>")
        .replace(/\/pulls\/\d+/g, "/pulls/<n>")
        .replace(/[\w.-]+ on the command line|management key tools \(\w+\)/g, "<author>")
        .replace(/"(?:createdBy|author)":\{[^}]*\}/g, '"author":<author>')
        // The machine itself sees all projects.
        .replace(", or you do not belong to it", "")
        .replace(/ {2,}/g, "  ")
    );
  };
  const failure = stderr.split("\n").filter((line) => line.startsWith("error:"));
  return { code, stdout: plain(stdout), failure: failure.map(plain) };
}

type Recorded = { command: string } & ReturnType<typeof withoutOwn>;

/** Every command that changes something, on a project of its own. */
async function walk(run: Run, format: string[]): Promise<Recorded[]> {
  const repository = await createRepository(files);
  repositories.push(repository);
  await git(repository.path, ["config", "core.bare", "true"]);
  const recorded: Recorded[] = [];
  const own: string[] = [repository.path];
  const step = async (...argv: string[]) => {
    const result = await run(...argv, ...format);
    recorded.push({ command: nameOf(argv), ...withoutOwn(result, own) });
    return result.stdout;
  };
  const idIn = (text: string, pattern: RegExp) => {
    const id = pattern.exec(text)?.[1] ?? "none";
    if (id.length >= 8) own.push(id);
    return id;
  };
  const created = await step("project", "create", "--name", "Docs", "--repository", repository.path);
  const id = idIn(created, /(prj_\w+)/);
  const of = ["--project", id];
  await step("project", "set", id, "--concurrency", "2", "--name", "Product docs");
  await step("project", "connect", id, "--host", "git");
  await step("project", "connect", id, "--host", "local");
  await step("project", "test", id);

  const added = await step("context", "add", ...of, "--name", "api", project.repository);
  const context = idIn(added, /(ctx_\w+)/);
  await step("context", "set", ...of, context, "--include", "docs/**");
  await step("context", "test", ...of, context);
  await step("context", "list", ...of);
  await step("backfill", ...of, "--since", "2000-01-01");
  await step("context", "remove", ...of, context);

  const app = ["--token-file", join(secrets, "token"), "--signing-secret-file", join(secrets, "signing")];
  const channel = idIn(await step("slack", "connect", ...of, "--channel", "C1", ...app), /(slk_\w+)/);
  await step("slack", "connect", ...of, "--channel", "C1", ...app);
  await step("slack", "list", ...of);
  await step("slack", "disconnect", ...of, channel);
  await step("slack", "disconnect", ...of, channel);

  const when = ["--kind", "schedule", "--cron", "0 6 * * 1", "--prompt", "Fix broken links"];
  const trigger = idIn(await step("trigger", "create", ...of, "--name", "links", ...when), /(trg_\w+)/);
  const release = ["--name", "news", "--kind", "release", "--prompt", "Write about {{tag}}"];
  const news = idIn(await step("trigger", "create", ...of, ...release), /(trg_\w+)/);
  await step("trigger", "set", ...of, trigger, "--time-zone", "Europe/Berlin", "--max-jobs", "4");
  await step("trigger", "test", ...of, trigger);
  await step("trigger", "rotate", ...of, news);
  await step("trigger", "history", ...of, trigger);
  await step("trigger", "stop", ...of);
  await step("trigger", "list", ...of);
  await step("trigger", "resume", ...of);
  await step("trigger", "remove", ...of, trigger);
  await step("trigger", "remove", ...of, trigger);

  const key = idIn(await step("key", "create", ...of, "--name", "ci", "--scopes", "read"), /cpd_(\w{8})/);
  const next = idIn(await step("key", "rotate", ...of, key, "--overlap", "2d"), /cpd_(\w{8})/);
  await step("key", "revoke", ...of, next);
  await step("key", "revoke", ...of, "zzzzzzzz");

  const may = ["--name", "deploy", "--permissions", "projects:read,keys:write", "--expires", "7d"];
  const manager = idIn(await step("management-key", "create", ...may), /cpm_(\w{8})/);
  const other = idIn(await step("management-key", "rotate", manager), /cpm_(\w{8})/);
  await step("management-key", "revoke", other);
  await step("management-key", "revoke", manager);

  const prompt = ["--prompt", 'Replace "widget" with "gadget"'];
  const first = idIn(await step("job", "create", ...of, ...prompt, "--wait", "--label", "term"), /(job_\w+)/);
  await step("job", "approve", ...of, first, "--body", "Fine.");
  await step("job", "merge", ...of, first, "--method", "squash", "--commit", "0".repeat(40));
  await step("job", "merge", ...of, first, "--method", "squash", "--delete-branch");
  await step("job", "merge", ...of, first, "--method", "squash");
  const second = idIn(
    await step("job", "create", ...of, "--prompt", 'Replace "small" with "tiny"', "--wait"),
    /(job_\w+)/,
  );
  await step("job", "message", ...of, second, "--prompt", 'Replace "thing" with "tool"', "--wait");
  await step("job", "close", ...of, second);
  // A worker learns of it from the host in its own time.
  const shown = async () => (await run("job", "get", ...of, second, "--json")).stdout;
  await expect.poll(shown, { timeout: 120_000 }).toContain('"state":"closed"');
  await step("job", "merge", ...of, second);
  await step("job", "cancel", ...of, second);
  await step("job", "archive", ...of, second);
  await step("job", "restore", ...of, second);
  await step("job", "delete", ...of, second, "--yes");
  await step("job", "delete", ...of, second, "--yes");

  // The service is named by the environment: --url is the address that is called.
  const hook = await webhookCreate(run, [...of, "--url", "http://127.0.0.1:9/hook", ...format]);
  recorded.push({ command: nameOf(["webhook", "create"]), ...withoutOwn(hook, own) });
  const webhook = idIn(hook.stdout, /(wh_\w+)/);
  const delivery = idIn(await step("webhook", "ping", ...of, webhook), /(\d+)/);
  await step("webhook", "disable", ...of, webhook);
  await step("webhook", "ping", ...of, webhook);
  await step("webhook", "enable", ...of, webhook);
  await step("webhook", "replay", ...of, webhook, delivery);
  await step("webhook", "rotate", ...of, webhook, "--overlap", "1h");
  await step("webhook", "remove", ...of, webhook);
  await step("webhook", "remove", ...of, webhook);

  await step("project", "remove", id, "--yes");
  await step("project", "remove", id, "--yes");
  return recorded;
}

async function webhookCreate(run: Run, argv: string[]): Promise<CliResult> {
  if (run === local) return await run("webhook", "create", ...argv);
  const named = createTestCli({
    readConfig: () => ({ ...config, remote: { url: service.url, key: remote[3]! } }),
  });
  return await named.run("webhook", "create", ...argv);
}

test.each([
  ["as text", []],
  ["as JSON", ["--json"]],
] as const)(
  "every command that changes something says the same on this machine and remotely, %s",
  async (_, format) => {
    const here = await walk(local, [...format]);
    const there = await walk(remotely, [...format]);
    expect(there).toEqual(here);
    // Most of them succeed: what is compared is more than errors.
    expect(here.filter(({ code }) => code === 0).length).toBeGreaterThan(24);
  },
  300_000,
);

test("every command that reads says exactly the same on this machine and remotely", async () => {
  const { projectId } = project;
  const of = ["--project", projectId];
  const [id] = await project.createJobs(service.url, 1, () => 'Replace "widget" with "gadget"');
  await project.waitForAll(service.url, [id!]);
  const hook = await local("webhook", "create", ...of, "--url", "http://127.0.0.1:9/hook", "--json");
  const webhook = JSON.parse(hook.stdout).id as string;
  await local("webhook", "disable", ...of, webhook);
  const reads = [
    ...[
      ["project", "list"],
      ["project", "show", projectId],
      ["project", "test", projectId],
      ["export", projectId],
    ],
    ...[
      ["project", "preview", project.repository],
      ["models", ...of],
    ],
    ...[
      ["key", "list", ...of],
      ["management-key", "list"],
    ],
    ...[
      ["job", "list", ...of],
      ["job", "list", ...of, "--status", "failed"],
      ["job", "get", ...of, id!],
    ],
    ...["events", "diff", "checks", "open"].map((verb) => ["job", verb, ...of, id!]),
    ...[
      ["job", "get", ...of, `job_${"0".repeat(22)}`],
      ["project", "show", `prj_${"z".repeat(22)}`],
    ],
    ...[
      ["webhook", "list", ...of],
      ["webhook", "deliveries", ...of, webhook],
    ],
    ["top"],
    ...[["usage"], ["usage", "--by", "key", ...of], ["usage", "--from", "2026-13"]],
    ...[["audit"], ["audit", "--action", "webhook", ...of, "--limit", "1"], ["audit", "--json-lines"]],
  ];
  for (const argv of reads) {
    nameOf(argv);
    for (const format of [[], ["--json"]]) {
      const here = await local(...argv, ...format);
      const there = await remotely(...argv, ...format);
      // Each call of the service uses the key once more; a test of a connection has its time.
      const plain = (result: CliResult) => ({
        ...result,
        stdout: result.stdout
          .replace(/"(lastUsedAt|checkedAt|exportedAt)":"[^"]*"/g, '"$1":"<time>"')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z {2}everything/g, "<used>  everything")
          .replace(/"aliveSeconds":\d+/g, '"aliveSeconds":0')
          .replace(/never +everything/g, "<used>  everything")
          .replace(", or you do not belong to it", ""),
        stderr: result.stderr
          .replace(", or you do not belong to it", "")
          .split("\n")
          .filter((line) => line.startsWith("error:")),
      });
      expect([argv, plain(there)]).toEqual([argv, plain(here)]);
    }
  }
}, 300_000);

test("no command that works remotely is left out", async () => {
  const io = { stdout: { color: false }, stderr: { color: false } };
  const program = await buildProgram({ version: "0", io } as unknown as CliDeps, () => undefined);
  const isRemote = (command: typeof program): boolean => command.options.some(({ long }) => long === "--url");
  const list = (command: typeof program, path: string[]): string[] =>
    command.commands.flatMap((child) => {
      const own = [...path, child.name()];
      return [...(isRemote(child) ? [own.join(" ")] : []), ...list(child, own)];
    });
  // It has no local side: test/e2e/mcp.test.ts runs it.
  const both = list(program, []).filter((name) => name !== "mcp");
  expect([...seen].sort()).toEqual(both.sort());
});
