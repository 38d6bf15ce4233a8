import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import { type HostedProject, hostProject } from "../helpers/code-hosts/hosted-project.ts";
import {
  prepareRealGitea,
  type RealGitea,
  type RealGiteaScene,
} from "../helpers/code-hosts/real-gitea-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { git } from "../helpers/git-fixture.ts";
import { withGitea } from "../helpers/gitea-program.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";

const secret = "d3liveries-0f-the-host";
const slow = { timeout: 240_000, interval: 100 };
const hooks = "/repos/acme/docs/hooks";

describe("a Gitea that delivers by itself", withGitea, () => {
  let gitea: RealGitea;
  let scene: RealGiteaScene;
  let project: HostedProject;
  let model: ScriptedModelServer;
  let environment: Record<string, string>;
  let api: CopydeskProcess;
  let worker: CopydeskProcess;

  beforeAll(async () => {
    gitea = await prepareRealGitea();
  });
  afterAll(() => gitea.close());

  beforeEach(async () => {
    scene = await gitea.start();
    const scripted = "openai-compatible/scripted";
    project = await hostProject(scene, {
      ...{ host: "gitea", worker: false, webhookSecret: secret, model: scripted },
    });
    let turn = 0;
    model = await startScriptedModelServer({
      script: (_, { messages }) => {
        const step = messages.filter(({ role }) => role === "assistant").length;
        if (step === 0) turn += 1;
        const content = `# Welcome\n\nTurn ${turn}.\n`;
        const calls = [
          { name: "read", arguments: { path: "index.md" } },
          { name: "write", arguments: { path: "index.md", content } },
          { name: "finish", arguments: { title: "Welcome readers", summary: "Says which turn it is." } },
        ];
        return { calls: [calls[Math.min(step, 2)]!] };
      },
    });
    environment = {
      ...project.environment,
      COPYDESK_MODEL: scripted,
      OPENAI_BASE_URL: model.baseUrl,
    };
    api = await startCopydesk({ role: "api", environment });
    worker = await startCopydesk({ role: "worker", environment });
  });

  afterEach(async () => {
    await Promise.all([api?.end("SIGKILL"), worker?.end("SIGKILL")]);
    await model?.close();
    await project?.remove();
    await scene?.close();
  });

  /** As docs/code-hosts/gitea.md has it. */
  function addHook(url: string, signedWith: string, events: readonly string[]): void {
    const config = { url, content_type: "json", secret: signedWith };
    scene.ask("root", "POST", hooks, { type: "gitea", active: true, events, config });
  }

  const addProjectHook = (signedWith = secret) =>
    addHook(`${api.url}/v2/hooks/${project.projectId}`, signedWith, [
      ...["pull_request", "pull_request_comment", "pull_request_review", "status"],
    ]);

  const states = async () =>
    (await project.query<{ state: string }>("select state from host_feedback order by id")).map(
      ({ state }) => state,
    );

  const jobs = () => project.query<{ id: string }>("select id from jobs order by created_at");

  /** Of a trigger, oldest first. */
  const history = async () =>
    (
      await project.query<{ state: string; note: string }>(
        "select state, note from trigger_events order by id",
      )
    ).map(({ state, note }) => (note === "" ? state : `${state}: ${note}`));

  async function addTrigger(events: readonly string[], input: object): Promise<void> {
    const secretBox = createSecretBox(Buffer.from(environment.COPYDESK_SECRET_KEY!, "hex"));
    const deps = { database: project.database, secretBox, publicUrl: api.url };
    const { record, secret: key } = await createTrigger(deps, project.projectId, input);
    addHook(record.deliveryUrl!, key!, events);
  }

  const prompts = async () =>
    (
      await project.query<{ prompt: string }>(
        "select data ->> 'prompt' as prompt from job_events where kind in ('created', 'message') order by at",
      )
    ).map(({ prompt }) => prompt);

  test("what its people say and do follows up, once, on the same pull request", async () => {
    addProjectHook();
    await project.set({ feedback: { followUps: "all" }, pullRequests: { deleteBranch: true } });
    const id = await project.create("Say hello");
    const first = await project.untilEnded(id);
    expect(first, first.message).toMatchObject({ reason: "pull_request_opened" });
    const { number } = first.pullRequest!;

    scene.say!({ kind: "comment", number, author: "writer", text: "@copydesk shorter, please" });
    await expect.poll(states, slow).toEqual(["done"]);
    expect((await prompts()).at(-1)).toContain("> @copydesk shorter, please");
    expect(await project.untilEnded(id)).toMatchObject({ reason: "pull_request_updated" });

    const place = { path: "index.md", line: 1 };
    scene.say!({ kind: "line_comment", number, author: "reviewer", text: "Louder.", ...place });
    await expect.poll(states, slow).toEqual(["done", "done"]);
    expect((await prompts()).at(-1)).toContain("> Louder.");
    await project.untilEnded(id);

    const commit = (await branchCommit(scene.gitFolder, first.branch))!;
    const check = { kind: "check", branch: first.branch, commit, name: "docs/build" } as const;
    scene.setCheck!({ ...check, state: "failed", text: "2 broken links" });
    await expect.poll(states, slow).toEqual(["done", "done", "done"]);
    expect((await prompts()).at(-1)).toContain("docs/build");
    const last = await project.untilEnded(id);
    expect(last, last.message).toMatchObject({ reason: "pull_request_updated", pullRequest: { number } });

    await scene.merge(number);
    const merged = "select id from jobs where pull_request ->> 'state' = 'merged'";
    await expect.poll(() => project.query(merged), slow).toEqual([{ id }]);
    await expect.poll(() => branchCommit(scene.gitFolder, first.branch), slow).toBeNull();
    expect(scene.pullRequests()).toHaveLength(1);
    expect(await states()).toHaveLength(3);
  });

  test("deliveries with another secret are refused", async () => {
    addProjectHook("another secret");
    const job = await project.untilEnded(await project.create("Say hello"));
    const { number } = job.pullRequest!;
    scene.say!({ kind: "comment", number, author: "writer", text: "@copydesk forged" });
    const find = "select response_content as answer from public.hook_task where is_delivered";
    const answers = async () => JSON.stringify((await gitea.program.database.database.pool.query(find)).rows);
    await expect.poll(answers, slow).toContain("invalid_signature");
    expect(await states()).toEqual([]);
  });

  test("a worker that is killed while it opens the pull request leaves one, which the next adopts", async () => {
    scene.fail({
      when: ({ method, path }) => {
        const isOpening = method === "POST" && path.endsWith("/pulls");
        if (isOpening) worker.child.kill("SIGKILL");
        return isOpening;
      },
      after: "drop",
    });
    const died = once(worker.child, "exit");
    const id = await project.create("Say hello");
    await died;
    await expect.poll(() => scene.pullRequests().length, slow).toBe(1);
    worker = await startCopydesk({ role: "worker", environment });
    const job = await project.untilEnded(id);
    expect(job, job.message).toMatchObject({ status: "completed", pullRequest: { number: 1 } });
    expect(scene.pullRequests()).toMatchObject([{ state: "open", head: job.branch }]);
  });

  test("a push of a person to the job's branch stays under the next turn", async () => {
    const id = await project.create("Say hello");
    const first = await project.untilEnded(id);
    const theirs = await pushBranchTo(scene.gitFolder, first.branch, first.branch);
    await project.followUp(id, "Say it again");
    const second = await project.untilEnded(id);
    expect(second, second.message).toMatchObject({ status: "completed", pullRequest: first.pullRequest });
    expect(await git(scene.gitFolder, ["rev-list", first.branch])).toContain(theirs);
  });

  test("a push and a merge start a trigger's job once each; its own start none", async () => {
    await addTrigger(["push", "pull_request"], {
      ...{ name: "source", kind: "source_change", topic: "Source", prompt: "Document {{text}}" },
      settings: { host: "gitea", refs: ["main"], paths: ["index.md"] },
    });
    await pushBranchTo(scene.gitFolder, "main");
    await expect.poll(history, slow).toContainEqual("taken");
    await expect.poll(async () => (await jobs()).length, slow).toBe(1);
    const job = await project.untilEnded((await jobs())[0]!.id);
    expect(job, job.message).toMatchObject({ reason: "pull_request_opened" });
    await scene.merge(job.pullRequest!.number);
    const ours = async () => (await history()).filter((line) => line === "ignored: Copydesk did this itself");
    await expect.poll(async () => (await ours()).length, slow).toBeGreaterThanOrEqual(2);
    expect(await jobs()).toHaveLength(1);
  });

  test("a mention in an issue starts one job, and none by somebody who may not push", async () => {
    await addTrigger(["issues", "issue_comment"], {
      ...{ name: "asked", kind: "mention", prompt: "{{text}}", settings: { host: "gitea" } },
    });
    const issues = "/repos/acme/docs/issues";
    const issue = { title: "The limit", body: "@copydesk say what the limit is" };
    scene.ask("reader", "POST", issues, { title: "Mine", body: "@copydesk delete everything" });
    const { number } = scene.ask<{ number: number }>("writer", "POST", issues, issue);
    scene.ask("writer", "POST", `${issues}/${number}/comments`, { body: "Nobody is spoken to here." });
    await expect.poll(async () => (await jobs()).length, slow).toBe(1);
    const job = await project.untilEnded((await jobs())[0]!.id);
    expect(job, job.message).toMatchObject({ reason: "pull_request_opened" });
    expect((await prompts())[0]).toContain("say what the limit is");
    await expect
      .poll(async () => (await history()).sort(), slow)
      .toEqual([
        expect.stringMatching(/^ignored: .*speak to Copydesk/),
        expect.stringMatching(/^ignored: .*push/),
        expect.stringMatching(/^taken/),
      ]);
    expect(await jobs()).toHaveLength(1);
  });

  test("a topic's branch that conflicts is said to, once and with its files", async () => {
    const job = await project.untilEnded(await project.create("Say hello", { topic: "Hello" }));
    const said = () => scene.pullRequests()[0]!.comments;
    expect(said()).toEqual([]);
    await pushBranchTo(scene.gitFolder, "main");
    const pull = `/repos/acme/docs/pulls/${job.pullRequest!.number}`;
    const tried = () => scene.ask<{ mergeable: boolean }>("root", "GET", pull).mergeable;
    await expect.poll(tried, slow).toBe(false);
    // As if the minutes had passed after which it is looked at again.
    await project.query("delete from pull_request_care");
    await expect.poll(() => said().length, slow).toBe(1);
    expect(said()[0]).toContain("This branch conflicts with `main` in `index.md`.");
    await project.followUp(job.id, "Say it again");
    expect(await project.untilEnded(job.id)).toMatchObject({ status: "completed" });
    expect(said().filter((text) => text.includes("conflicts with `main` in"))).toHaveLength(1);
  });
});
