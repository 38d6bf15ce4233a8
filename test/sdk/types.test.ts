import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { generateSdkTypes, listSdkOperations, sdkTypesFile } from "../../scripts/generate-sdk-types.ts";
import { createClient, createManageClient } from "../../sdk/src/create-client.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

test("the generated types are those of the API as it is", async () => {
  expect(await readFile(sdkTypesFile, "utf8")).toBe(await generateSdkTypes());
});

test("the generated types are those that the server's code has", async () => {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-types-"));
  const settings = {
    extends: join(root, "tsconfig.json"),
    files: [join(import.meta.dirname, "same-types.ts")],
  };
  const typeRoots = [join(root, "node_modules/@types")];
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ ...settings, include: [], compilerOptions: { typeRoots } }));
  const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["-p", project]).catch((error) => error);
  await rm(folder, { recursive: true });
  expect(stdout).toBe("");
});

test("every operation of the API has a method, which calls it where the API has it", async () => {
  const calls: string[] = [];
  const { jobs, review, models, service } = createClient({
    ...{ url: "http://copydesk.test", projectId: "PROJECT", apiKey: "key" },
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      calls.push(
        `${init?.method} ${pathname.replace("PROJECT", "{projectId}").replace("/job/JOB", "/job/{jobId}")}`,
      );
      const headers = { "content-type": pathname.endsWith("/diff") ? "text/x-diff" : "application/json" };
      return new Response(JSON.stringify({ data: [], nextCursor: null, status: "failed" }), { headers });
    },
  });
  const body = { prompt: "x" };
  await Promise.all([jobs.create(body), jobs.message("JOB", body), jobs.page(), jobs.list().next()]);
  const onOne = ["get", "wait", "cancel", "archive", "unarchive", "delete", "openPullRequest"] as const;
  await Promise.all(onOne.map((name) => jobs[name]("JOB")));
  await Promise.all((["events", "diff", "checks"] as const).map((name) => jobs[name]("JOB")));
  await Promise.all([review.get("JOB"), review.file("JOB", "a.md"), review.rendered("JOB", "a.md")]);
  const headCommit = "0".repeat(40);
  await Promise.all([
    review.comment("JOB", { headCommit, summary: "x", comments: [] }),
    review.suggest("JOB", {
      headCommit,
      suggestions: [{ path: "a.md", startLine: 1, endLine: 1, expected: "a", replacement: "b" }],
    }),
    review.approve("JOB", { headCommit }),
    review.merge("JOB", { headCommit, method: "merge" }),
    review.close("JOB"),
    review.deleteBranch("JOB"),
  ]);
  await Promise.all([models.list(), service.live(), service.ready(), service.openapi()]);
  await callManaged(calls);
  const described = listSdkOperations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect([...new Set(calls)].sort()).toEqual(described.sort());
});

test("the package has the version of Copydesk, and no dependencies", async () => {
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), "utf8"));
  const own = await read("sdk/package.json");
  expect(own.version).toBe((await read("package.json")).version);
  expect(Object.keys(own).filter((name) => /dependencies/i.test(name))).toEqual([]);
});

/** Every method with the names of the path's parameters as ids. */
async function callManaged(calls: string[]): Promise<void> {
  const names: Record<string, string> = {
    T: "{triggerId}",
    P: "{projectId}",
    K: "{keyId}",
    W: "{webhookId}",
    C: "{contextId}",
    D: "{deliveryId}",
    S: "{connectionId}",
  };
  const manage = createManageClient({
    ...{ url: "http://copydesk.test", managementKey: "key" },
    async fetch(input, init) {
      const parts = new URL(String(input)).pathname.split("/").map((part) => names[part] ?? part);
      calls.push(`${init?.method} ${parts.join("/")}`);
      const headers = { "content-type": "application/json" };
      return new Response(JSON.stringify({ data: [], nextCursor: null }), { headers });
    },
  });
  const { projects, apiKeys, managementKeys, webhooks, context, audit, jobs, usage } = manage;
  await Promise.all([
    ...[
      projects.list(),
      projects.create({ name: "x", repository: "https://example.com/x" }),
      projects.get("P"),
    ],
    ...[projects.change("P", {}), projects.remove("P", { confirm: "x" }), projects.setCredentials("P", {})],
    ...[
      projects.test("P"),
      projects.githubAppLink("P", {}),
      projects.preview({ repository: "https://example.com/x" }),
    ],
    ...[apiKeys.list("P"), apiKeys.create("P", {}), apiKeys.rotate("P", "K", {}), apiKeys.revoke("P", "K")],
    ...[managementKeys.list(), managementKeys.create({ name: "x", permissions: ["jobs:read"] })],
    ...[managementKeys.rotate("K", {}), managementKeys.revoke("K")],
    ...[webhooks.list("P"), webhooks.create("P", { url: "https://example.com/" }), webhooks.get("P", "W")],
    ...[webhooks.remove("P", "W"), webhooks.rotateSecret("P", "W", {}), webhooks.disable("P", "W")],
    ...[webhooks.enable("P", "W"), webhooks.ping("P", "W"), webhooks.deliveries("P", "W")],
    ...[webhooks.redeliver("P", "W", "D"), webhooks.host("P")],
    ...[context.list("P"), context.get("P", "C"), context.change("P", "C", {}), context.remove("P", "C")],
    ...[context.add("P", { name: "api", repository: "https://example.com/api" }), context.test("P", "C")],
    ...[
      projects.pages("P"),
      projects.overlaps("P", {}),
      jobs.page(),
      jobs.inbox(),
      jobs.outcomes(),
      jobs.activity(),
    ],
    projects.instructions("P"),
    projects.translations("P"),
    // What responds is no export.
    expect(projects.export("P").next()).rejects.toMatchObject({ code: "unexpected_response" }),
    ...[audit.page(), audit.list().next(), usage.list(), manage.instance()],
  ]);
  const { slack } = manage;
  const app = { botToken: "xoxb-x", signingSecret: "x", channelId: "C1" };
  await Promise.all([slack.list("P"), slack.connect("P", app), slack.disconnect("P", "S")]);
  await callTriggers(manage.triggers);
}

async function callTriggers(triggers: ReturnType<typeof createManageClient>["triggers"]): Promise<void> {
  await Promise.all([
    ...[triggers.list("P"), triggers.create("P", { name: "x", kind: "release", prompt: "x" })],
    ...[triggers.stop("P", { stopped: true }), triggers.stopAll({ stopped: true })],
    ...[triggers.get("P", "T"), triggers.change("P", "T", {})],
    ...[triggers.remove("P", "T"), triggers.rotateSecret("P", "T"), triggers.test("P", "T", {})],
    triggers.history("P", "T"),
  ]);
}
