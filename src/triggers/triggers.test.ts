import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendToTrigger } from "../../test/helpers/send-to-trigger.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { createJobInserter } from "../jobs/insert-jobs.ts";
import { createProject } from "../projects/create-project.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { askWhoMentioned } from "./ask-who-mentioned.ts";
import { createTrigger } from "./create-trigger.ts";
import { fireRuns } from "./fire-runs.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { gatherRuns } from "./gather-runs.ts";
import { listTriggerHistory } from "./list-trigger-history.ts";
import { changeTrigger, listTriggers, stopTriggers } from "./manage-trigger.ts";
import { receiveTriggerDelivery } from "./receive-trigger-delivery.ts";
import { stopAllTriggers } from "./stop-all-triggers.ts";
import { testTrigger } from "./test-trigger.ts";

const secretBox = createSecretBox(randomBytes(32));
let store: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

async function make(body: object) {
  const { database } = store;
  const deps = { database, secretBox, publicUrl: "https://docs.example.com" };
  const { id: projectId } = await createProject(store, { name: "docs", repository: "https://example.com/d" });
  const { record, secret } = await createTrigger(deps, projectId, {
    name: "t",
    prompt: "Do {{text}}",
    ...body,
  });
  return { deps, projectId, triggerId: record.id, secret: secret ?? "", record };
}

type Made = Awaited<ReturnType<typeof make>>;

const push = (text: string) => ({ kind: "push", repository: "https://example.com/a", ref: "main", text });

function send(made: Made, event: object, id: string, secret = made.secret) {
  return sendToTrigger({ ...made, secret }, event, id);
}

async function work(): Promise<void> {
  const { database } = store;
  await gatherRuns(database);
  const deps = { database, insertJob: createJobInserter({ database }), assertRefName };
  await fireRuns(
    { ...deps, defaultModel: "copydesk/chores", authorOf: async () => ({ kind: "service" }) },
    new AbortController().signal,
  );
}

const historyOf = async (made: Made) =>
  (await listTriggerHistory(store, made)).data.map(({ state, note }) =>
    note === "" ? state : `${state}: ${note}`,
  );

async function promptsOf(made: Made): Promise<string[]> {
  return (await wholePromptsOf(made)).map((prompt) => prompt.split("\n\n")[0]!);
}

async function wholePromptsOf({ projectId }: Made): Promise<string[]> {
  const { rows } = await store.database.pool.query<{ prompt: string }>(
    `select data ->> 'prompt' as prompt from job_events join jobs on jobs.id = job_id
      where project_id = $1 and kind in ('created', 'message') order by at`,
    [projectId],
  );
  return rows.map(({ prompt }) => prompt);
}

describe("a source change", () => {
  test("counts once however often it is sent; other repositories, forged deliveries and our own start nothing", async () => {
    const made = await make({
      kind: "source_change",
      settings: { repository: "git@example.com:a.git", refs: ["main"] },
    });
    expect(await send(made, push("one"), "1")).toMatchObject({ repeated: false });
    expect(await send(made, push("one"), "1")).toMatchObject({ repeated: true });
    await send(made, { ...push("elsewhere"), repository: "https://example.com/b" }, "2");
    await send(made, { ...push("branch"), ref: "next" }, "3");
    await send(made, push("ours\n\nCopydesk-Job: job_0123456789abcdefghijkl"), "4");
    const wrong = `whsec_${randomBytes(32).toString("base64")}`;
    for (const id of ["5", "6"])
      await expect(send(made, push("forged"), id, wrong)).rejects.toMatchObject({
        code: "invalid_signature",
      });
    await expect(send(made, { kind: "dance" }, "7")).rejects.toMatchObject({ code: "invalid_request" });
    await Promise.all([work(), work(), work()]);
    await work();
    expect(await promptsOf(made)).toEqual(['Do "one"']);
    expect(await historyOf(made)).toEqual([
      "refused: The delivery cannot be read: kind is not as it must be.",
      "refused: The delivery does not carry the webhook's secret or its signature.",
      "ignored: Copydesk did this itself",
      "ignored: it happened on another branch or tag",
      "ignored: it happened in another repository",
      "started",
    ]);
  });

  test("counts also when its id begins as a long one before it does", async () => {
    const made = await make({ kind: "source_change", settings: {} });
    const long = "i".repeat(200);
    for (const id of [`${long}1`, `${long}2`, `${long}2`]) await send(made, push(`of ${id.at(-1)}`), id);
    await Promise.all([work(), work()]);
    expect((await promptsOf(made)).sort()).toEqual(['Do "of 1"', 'Do "of 2"']);
  });

  test("of pages that have translations is one prompt for each language, once however often it is sent", async () => {
    const made = await make({
      ...{ kind: "source_change", settings: { translate: ["de", "pt-BR"] }, prompt: "Say du." },
    });
    const changed = (text: string, ...paths: string[]) => ({ ...push(text), paths });
    const ours = "Translate\n\nCopydesk-Job: job_0123456789abcdefghijkl";
    expect(await send(made, changed("one", "docs/a.md"), "1")).toMatchObject({ repeated: false });
    expect(await send(made, changed("one", "docs/a.md"), "1")).toMatchObject({ repeated: true });
    await send(made, changed(ours, "docs/de/a.md", ".copydesk/translations/de.json"), "2");
    await send(made, changed("names", "docs/a.pt_br.md", "src/a.ts"), "3");
    await send(made, { ...changed("branch", "docs/a.md"), ref: "copydesk/job_1" }, "4");
    await send(made, push(ours), "5");
    expect((await send(made, changed("one", "docs/a.md"), "2")).repeated).toBe(true);
    await Promise.all([work(), work()]);
    expect((await wholePromptsOf(made)).sort()).toEqual([
      "Bring the translations up to date: de.\n\nSay du.",
      "Bring the translations up to date: pt-BR.\n\nSay du.",
    ]);
    const topics = "select topic from jobs where project_id = $1 order by topic";
    expect((await store.database.pool.query(topics, [made.projectId])).rows).toEqual([
      { topic: "t: de" },
      { topic: "t: pt-BR" },
    ]);
    const nothing = "ignored: it changes no page of the source's language";
    expect(await historyOf(made)).toEqual([
      ...["ignored: Copydesk did this itself", "ignored: Copydesk did this itself"],
      ...[nothing, nothing, "started", "started"],
    ]);
  });

  test("with one topic for all languages it is one prompt of one job", async () => {
    const made = await make({
      ...{ kind: "source_change", settings: { translate: ["de", "fr"] }, prompt: "Say du." },
      ...{ topic: "Translations", windowSeconds: 1 },
    });
    await send(made, { ...push("one"), paths: ["docs/a.md"] }, "1");
    await store.database.pool.query("update trigger_events set due_at = now() where trigger_id = $1", [
      made.triggerId,
    ]);
    await work();
    expect(await wholePromptsOf(made)).toEqual(["Bring the translations up to date: de, fr.\n\nSay du."]);
    expect(await testTrigger(made.deps, made, {})).toMatchObject({
      ...{
        prompt: "Bring the translations up to date: de.\n\nSay du.",
        topic: "Translations",
        ignored: null,
      },
    });
    await expect(make({ kind: "mention", settings: { translate: ["de"] } })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(make({ kind: "schedule", settings: { translate: ["../de"] } })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("a burst within the window is one prompt; without a window each is a turn of one job", async () => {
    const burst = await make({ kind: "source_change", windowSeconds: 3_600 });
    const each = await make({ kind: "source_change" });
    for (const n of [1, 2, 3]) for (const made of [burst, each]) await send(made, push(`${n}`), `${n}`);
    await work();
    expect(await promptsOf(burst)).toEqual([]);
    await store.database.pool.query("update trigger_events set due_at = now() where trigger_id = $1", [
      burst.triggerId,
    ]);
    await work();
    expect([(await promptsOf(burst)).length, (await promptsOf(each)).length]).toEqual([1, 3]);
    expect((await historyOf(each)).sort()).toEqual(["joined", "joined", "started"]);
    const { rows } = await store.database.pool.query("select topic from jobs where project_id = $1", [
      each.projectId,
    ]);
    expect(rows).toEqual([{ topic: "t" }]);
  });

  test("nothing starts above the month's budget, while it is off, or while triggers are stopped", async () => {
    const made = await make({ kind: "source_change", budget: { maxJobs: 1 } });
    const { deps, projectId } = made;
    await send(made, push("1"), "1");
    await send(made, push("2"), "2");
    await work();
    await stopTriggers(deps, projectId, { stopped: true });
    await send(made, push("3"), "3");
    await stopTriggers(deps, projectId, { stopped: false });
    await changeTrigger(deps, made, { enabled: false });
    await send(made, push("4"), "4");
    await work();
    expect(await promptsOf(made)).toEqual(['Do "1"']);
    expect(await historyOf(made)).toEqual([
      "ignored: the trigger is off",
      "ignored: triggers are stopped",
      "refused: the trigger has had its 1 jobs of this month",
      "started",
    ]);
    const { data } = await listTriggers(deps, projectId);
    expect(data).toMatchObject([{ budget: { maxJobs: 1 }, used: { jobs: 1, costUsd: 0 } }]);
  });
});

interface PastCommit {
  commit: string;
  paths: string[];
}

/** Of this repository, the newest first. */
function readHistory(count: number): PastCommit[] {
  const log = ["log", `-n${count}`, "--no-merges", "--format=%x1e%H", "--name-only"];
  return spawnSync("git", ["-C", import.meta.dirname, ...log], { encoding: "utf8" })
    .stdout.split("\x1e")
    .slice(1)
    .map((entry) => {
      const [commit = "", ...paths] = entry.trim().split(/\n+/);
      return { commit, paths };
    });
}

const history = readHistory(50);

test("50 commits of a real history start the same jobs once, however often and in whatever order they are sent", {
  ...skipUnless(history.length === 50, "the clone has fewer than 50 commits"),
}, async () => {
  const made = await make({
    ...{ kind: "source_change", settings: { paths: ["src/**"] }, prompt: "Do {{commit}}" },
  });
  const sendAll = (commits: PastCommit[]) =>
    Promise.all(commits.map((one) => send(made, { ...push(""), ...one }, one.commit)));
  const counts = async () => {
    await work();
    const states = await historyOf(made);
    return {
      prompts: (await promptsOf(made)).sort(),
      ignored: states.filter((line) => line === "ignored: no path that was changed matches").length,
      all: states.length,
    };
  };
  const meant = history.filter(({ paths }) => paths.some((path) => path.startsWith("src/")));
  const wanted = {
    prompts: meant.map(({ commit }) => `Do "${commit}"`).sort(),
    ignored: history.length - meant.length,
    all: history.length,
  };
  await sendAll([...history, ...history.toReversed(), ...history]);
  await expect.poll(counts, { timeout: 120_000 }).toEqual(wanted);
  await sendAll(history.toReversed());
  expect(await counts()).toEqual(wanted);
});

test("the operator's switch stops every project's triggers, and what waits goes on after it", async () => {
  const { database } = store;
  const made = await make({ kind: "source_change" });
  await send(made, push("before"), "1");
  await gatherRuns(database);
  await stopAllTriggers({ database }, { stopped: true });
  await send(made, push("meanwhile"), "2");
  await work();
  expect(await promptsOf(made)).toEqual([]);
  expect(await listTriggers(made.deps, made.projectId)).toMatchObject({
    ...{ stopped: false, instanceStopped: true },
  });
  await stopAllTriggers({ database }, { stopped: false });
  await work();
  expect(await promptsOf(made)).toEqual(['Do "before"']);
  expect(await historyOf(made)).toEqual(["ignored: triggers are stopped", "started"]);
});

test("a run says which other open pull requests change the pages that it names", async () => {
  const made = await make({ kind: "source_change", prompt: "Update docs/guide.md: {{text}}" });
  const other = await make({ kind: "source_change" });
  const pull = { url: "https://example.com/pull/7", number: 7, state: "open", branch: "copydesk/x" };
  const changed = { paths: ["docs/guide.md"] };
  const open = (id: string, topic: string | null) =>
    store.database.pool.query(
      `update jobs set status = 'completed', reason = 'pull_request_opened', topic = $4, pull_request = $2, changed = $3
        where id = (select job_id from trigger_runs where trigger_id = $1)`,
      [id, pull, changed, topic],
    );
  await send(other, push("x"), "1");
  await work();
  await open(other.triggerId, "elsewhere");
  await store.database.pool.query("update jobs set project_id = $2 where project_id = $1", [
    ...[other.projectId, made.projectId],
  ]);
  await send(made, push("one"), "1");
  await work();
  expect(await historyOf(made)).toEqual([
    "started: the same pages are changed in https://example.com/pull/7",
  ]);
  await open(other.triggerId, "t");
  await send(made, push("two"), "2");
  await work();
  expect((await historyOf(made))[0]).toBe("joined");
});

test("what is said to Copydesk starts a job for those who may push, also when the host was away first", async () => {
  const made = await make({ kind: "mention", topic: "{{number}}" });
  const say = (author: string, text: string, number: number) =>
    send(made, { kind: "comment", author, text, number }, `${number}`);
  await say("writer", "@copydesk shorten it", 1);
  await say("stranger", "@copydesk leak it", 2);
  await say("writer", "is it too long?", 3);
  await work();
  expect(await promptsOf(made)).toEqual([]);
  const asked: string[] = [];
  const ask = () =>
    askWhoMentioned(store.database, async (projectId, author) => {
      asked.push(author);
      if (asked.length === 1) throw new Error("the host is away");
      return projectId === made.projectId && author === "writer";
    });
  await expect(ask()).rejects.toThrow("the host is away");
  const again = "update trigger_events set due_at = now() where trigger_id = $1";
  await store.database.pool.query(again, [made.triggerId]);
  await Promise.all([ask(), ask()]);
  await work();
  expect(asked.toSorted()).toEqual(["stranger", "writer", "writer"]);
  expect(await promptsOf(made)).toEqual(['Do "@copydesk shorten it"']);
  expect(await historyOf(made)).toEqual([
    "ignored: it does not speak to Copydesk",
    "ignored: its author may not push to the repository",
    "started",
  ]);
});

describe("a schedule", () => {
  test("that missed many times runs once, whoever looks at the same moment", async () => {
    const made = await make({
      kind: "schedule",
      settings: { cron: "*/5 * * * *" },
      prompt: "Fix broken links",
    });
    expect(Date.parse(made.record.nextAt!)).toBeGreaterThan(Date.now());
    await store.database.pool.query("update triggers set next_at = now() - interval '3 days' where id = $1", [
      made.triggerId,
    ]);
    await Promise.all(Array.from({ length: 8 }, () => fireSchedules(store.database)));
    await work();
    expect(await historyOf(made)).toEqual(["started"]);
    // Nothing is added: the built-in model takes whole instructions only.
    expect(await wholePromptsOf(made)).toEqual(["Fix broken links"]);
  });

  test.each([
    ["0 0 30 2 *", "schedule_never_fires"],
    ["* * * * * *", "invalid_request"],
    ["every day", "invalid_request"],
    ["99 * * * *", "invalid_request"],
  ])("%s is refused", async (cron, code) => {
    await expect(make({ kind: "schedule", settings: { cron } })).rejects.toMatchObject({ code });
  });

  test("knows its time zone, and no zone that there is not", async () => {
    const settings = { cron: "0 6 1 1 *", timeZone: "Asia/Tokyo" };
    const { record } = await make({ kind: "schedule", settings });
    expect(record.nextAt).toMatch(/-12-31T21:00:00\.000Z$/);
    const wrong = make({ kind: "schedule", settings: { ...settings, timeZone: "Mars/Olympus" } });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
  });
});

test("a page's feedback counts with the trigger's token only, and an hour takes 60", async () => {
  const made = await make({ kind: "page_feedback", prompt: "Improve {{page}}: {{text}}", topic: "{{page}}" });
  const { deps, triggerId, secret: token } = made;
  const tell = (body: object) =>
    receiveTriggerDelivery(deps, triggerId, { headers: {}, body: Buffer.from(JSON.stringify(body)) });
  const said = { token, page: "/guide", helpful: false, text: "Unclear" };
  expect(await tell(said)).toMatchObject({ repeated: false });
  expect(await tell(said)).toMatchObject({ repeated: true });
  await expect(tell({ ...said, token: "x" })).rejects.toMatchObject({ code: "invalid_signature" });
  await work();
  expect(await promptsOf(made)).toEqual(['Improve "/guide": "Unclear"']);
  for (let n = 0; n < 58; n += 1) await tell({ ...said, text: `${n}` });
  await expect(tell({ ...said, text: "more" })).rejects.toMatchObject({ code: "rate_limited" });
});

test.each(["{{#each paths}}x{{/each}}", "{{constructor}}", "{{text", "{{text.length}}"])(
  "the template %s is refused",
  async (prompt) => {
    await expect(make({ kind: "release", prompt })).rejects.toMatchObject({ code: "invalid_request" });
  },
);
