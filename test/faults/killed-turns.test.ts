import { afterEach, describe, expect, test } from "vitest";
import { parseRecord } from "../../src/translations/translation-record.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { hostProject } from "../helpers/code-hosts/hosted-project.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { startFaultWorker } from "../helpers/fault-worker.ts";
import { commitAll, git, writeFiles } from "../helpers/git-fixture.ts";
import { type Script, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject } from "../helpers/test-project.ts";
import { translate } from "../helpers/translate-script.ts";

const slow = { timeout: 400_000, interval: 100 };
const pollsPerLook = 300;
const modelName = "openai-compatible/scripted";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startModel(script: Script) {
  const model = await startScriptedModelServer({ script });
  closers.push(model.close);
  return {
    environment: {
      ...{ COPYDESK_MODEL: modelName, OPENAI_BASE_URL: model.baseUrl },
      ...{ COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes", COPYDESK_LOG_LEVEL: "error" },
    },
    /** How often each call was made, in the order of the first time. */
    counts: () => [...Map.groupBy(model.callIds, (id) => id).values()].map(({ length }) => length),
  };
}

describe("a worker that is killed while it translates", () => {
  const english = "# Guide\n\nInstall it.\n\nRun it.\n";
  const german = "# Anleitung\n\nInstallieren.\n\nAusführen.\n";
  const marks = [
    ...["after tool_result 1", "before model_answer 2", "after model_answer 2", "after tool_result 2"],
    ...["before committed 1", "after committed 1", "after pushed 1", "after pull_request 1", "in stored 1"],
  ];

  test("leaves one pull request and one record of each job, and no answer that is stored is asked for again", {
    timeout: 900_000,
  }, async () => {
    const project = await makeTestProject({ "docs/guide.md": english, "docs/de/guide.md": german });
    closers.push(project.remove);
    await writeFiles(project.repository, { "docs/guide.md": english.replace("Run it.", "Run it twice.") });
    const commit = await commitAll(project.repository, "Change the guide");
    const model = await startModel(translate);
    const environment = { ...project.environment, ...model.environment };
    const api = await startCopydesk({ role: "api", environment });
    closers.push(() => api.end("SIGKILL"));
    const doomed = await startFaultWorker({ ...environment, COPYDESK_CONCURRENCY: String(marks.length) });
    closers.push(doomed.kill);
    const request = "Bring the translations up to date: de.";
    const ids = await project.createJobs(api.url, marks.length, (n) => `${request}\n\nstop ${marks[n]}`);
    await doomed.untilStanding(marks.length);
    await doomed.kill();
    const worker = await startCopydesk({ role: "worker", environment });
    closers.push(() => worker.end("SIGKILL"));

    const records = await project.waitForAll(api.url, ids);
    expect(records.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      marks.map(() => "completed pull_request_opened"),
    );
    const { rows } = await project.store.database.pool.query("select branch from pull_requests");
    expect(rows.map(({ branch }) => branch).sort()).toEqual(records.map(({ source }) => source.ref).sort());
    for (const { source } of records) {
      const show = (path: string) => project.git("show", `${source.ref}:${path}`);
      expect(await show("docs/de/guide.md")).toBe(german.replace("Ausführen.", "RUN IT TWICE."));
      const kept = parseRecord(await show(".copydesk/translations/de.json"));
      expect(kept).toMatchObject({ "docs/de/guide.md": { source: "docs/guide.md", commit } });
      expect((await project.git("rev-list", "--count", `main..${source.ref}`)).trim()).toBe("1");
    }
    const steps = 3;
    expect(model.counts().sort()).toEqual([...Array(marks.length * steps - 1).fill(1), 2]);
  });
});

describe("a worker that is killed while it mends a conflict on a host", () => {
  const change = (text: string): Script => {
    const calls = [
      { name: "read", arguments: { path: "index.md" } },
      { name: "write", arguments: { path: "index.md", content: `${text}\n` } },
      { name: "finish", arguments: { title: "Welcome readers", summary: "Welcomes them." } },
    ];
    return (_, { messages }) => ({
      calls: [calls[messages.filter(({ role }) => role === "assistant").length]!],
    });
  };
  const isUpdate = ({ method, path }: FakeRequest) => method === "PATCH" && /\/pulls\/\d+$/.test(path);

  test("leaves one turn, one commit and each comment once, and asks again only for answers that it had not got", {
    timeout: 900_000,
  }, async () => {
    const scenes = await prepareGiteaScenes("gitea");
    closers.push(scenes.close);
    const scene = await scenes.start();
    closers.push(scene.close);
    const project = await hostProject(scene, { host: "gitea", worker: false, model: modelName });
    closers.push(project.remove);
    await project.set({ pullRequests: { mendConflicts: true } });

    let script = change("# Welcome\n\nOurs.");
    /** Steps at whose call the worker dies, before it has the answer. */
    const deadly = new Set<number>();
    const model = await startModel(async (index, request) => {
      const step = request.messages.filter(({ role }) => role === "assistant").length + 1;
      if (deadly.delete(step)) await replaceWorker();
      return await script(index, request);
    });
    const environment = { ...project.environment, ...model.environment };
    let worker: CopydeskProcess = await startCopydesk({ role: "worker", environment });
    closers.push(() => worker.end("SIGKILL"));
    let kills = 0;
    const replaceWorker = async () => {
      kills += 1;
      await worker.end("SIGKILL");
      worker = await startCopydesk({ role: "worker", environment });
    };

    const id = await project.create("Welcome readers", { topic: "welcome" });
    const first = await project.untilEnded(id);
    expect(first, first.message).toMatchObject({ reason: "pull_request_opened" });
    await worker.end();
    const theirs = await pushBranchTo(scene.gitFolder, "main");
    const before = model.counts().length;
    script = change("# main\n\nOurs.");
    deadly.add(2).add(3);
    let updating: Promise<void> | undefined;
    scene.fail({
      when: (asked) => {
        if (!isUpdate(asked)) return false;
        updating = replaceWorker();
        return true;
      },
      after: "drop",
    });
    const lookNow = () => project.query("update pull_request_care set looked_at = '-infinity'");
    await lookNow();
    worker = await startCopydesk({ role: "worker", environment });
    let polls = 0;
    const turn = async () => {
      const rows = (await project.query("select turn, status, reason from jobs")) as { turn: number }[];
      // A look that a busy machine let time out is repeated only after minutes.
      polls += 1;
      if (rows[0]!.turn === 1 && polls % pollsPerLook === 0) await lookNow();
      return rows;
    };
    await expect.poll(turn, slow).toEqual([{ turn: 2, status: "completed", reason: "pull_request_updated" }]);
    await updating;
    expect(kills).toBe(3);

    expect(model.counts().slice(before)).toEqual([1, 2, 2]);
    expect(await git(scene.gitFolder, ["show", `${first.branch}:index.md`])).toBe("# main\n\nOurs.");
    const head = (await branchCommit(scene.gitFolder, first.branch))!;
    expect(await git(scene.gitFolder, ["rev-list", "--count", `${theirs}..${head}`])).toBe("1");
    const [pull, ...others] = scene.pullRequests();
    expect(others).toEqual([]);
    const topics = pull!.comments.map((text) => /copydesk:topic=(\S+)/.exec(text)?.[1] ?? text);
    expect(new Set(topics).size).toBe(topics.length);
    expect(topics.length).toBeGreaterThan(0);
    expect(await project.query("select mend_turns as mended from pull_request_care")).toEqual([
      { mended: 1 },
    ]);
    const sent = "select count(*)::integer as count from job_events where kind = 'message'";
    expect(await project.query(sent)).toEqual([{ count: 1 }]);
  });
});
