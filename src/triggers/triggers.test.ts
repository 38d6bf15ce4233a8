import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  historyOf,
  make,
  promptsOf,
  push,
  send,
  store,
  useTriggerScene,
  wholePromptsOf,
  work,
} from "../../test/helpers/trigger-scene.ts";
import { gatherRuns } from "./gather-runs.ts";
import { changeTrigger, listTriggers, stopTriggers } from "./manage-trigger.ts";
import { stopAllTriggers } from "./stop-all-triggers.ts";
import { testTrigger } from "./test-trigger.ts";

useTriggerScene();

describe("a source change", () => {
  test("counts once however often it is sent; other repositories, forged deliveries and Copydesk's own start nothing", async () => {
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
      "refused: The delivery cannot be read: kind must be one of: push, merge, release, comment.",
      "refused: The delivery does not carry the webhook's secret or its signature.",
      "ignored: Copydesk did this itself",
      "ignored: it happened on another branch or tag",
      "ignored: it happened in another repository",
      "started",
    ]);
  });

  test("counts even if its id begins like a long one before it", async () => {
    const made = await make({ kind: "source_change", settings: {} });
    const long = "i".repeat(200);
    for (const id of [`${long}1`, `${long}2`, `${long}2`]) await send(made, push(`of ${id.at(-1)}`), id);
    await Promise.all([work(), work()]);
    expect((await promptsOf(made)).sort()).toEqual(['Do "of 1"', 'Do "of 2"']);
  });

  test("of pages with translations becomes one prompt per language, once however often it is sent", async () => {
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
    const nothing = "ignored: it changes no page in the source language";
    expect(await historyOf(made)).toEqual([
      ...["ignored: Copydesk did this itself", "ignored: Copydesk did this itself"],
      ...[nothing, nothing, "started", "started"],
    ]);
  });

  test("with one topic for all languages becomes one prompt of one job", async () => {
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

  test("a burst within the window becomes one prompt; without a window, each event is a turn of one job", async () => {
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

  test("nothing starts above the month's budget, or while the trigger is off or triggers are stopped", async () => {
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
      "refused: the trigger has used its 1 jobs of this month",
      "started",
    ]);
    const { data } = await listTriggers(deps, projectId);
    expect(data).toMatchObject([{ budget: { maxJobs: 1 }, used: { jobs: 1, costUsd: 0 } }]);
  });

  test("a test run says that it starts nothing above the month's budget, while off or stopped", async () => {
    const made = await make({ kind: "source_change", budget: { maxJobs: 1 } });
    const { deps, projectId } = made;
    const tried = async () => {
      const { ignored, started } = await testTrigger(deps, made, { start: true });
      return [ignored, started];
    };
    expect(await tried()).toEqual([null, true]);
    await work();
    expect(await tried()).toEqual([expect.stringContaining("its 1 jobs of this month"), false]);
    await changeTrigger(deps, made, { budget: {} });
    await stopTriggers(deps, projectId, { stopped: true });
    expect(await tried()).toEqual(["triggers are stopped", false]);
    await stopTriggers(deps, projectId, { stopped: false });
    await stopAllTriggers(deps, { stopped: true });
    expect(await tried()).toEqual(["triggers are stopped", false]);
    await stopAllTriggers(deps, { stopped: false });
    await changeTrigger(deps, made, { enabled: false });
    expect(await tried()).toEqual(["the trigger is off", false]);
    expect(await historyOf(made)).toEqual(["started"]);
  });
});

test("the operator's switch stops every project's triggers, and what is waiting resumes afterwards", async () => {
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

test("a run names other open pull requests that change the pages that it names", async () => {
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

test.each(["{{#each paths}}x{{/each}}", "{{constructor}}", "{{text", "{{text.length}}"])(
  "the template %s is refused",
  async (prompt) => {
    await expect(make({ kind: "release", prompt })).rejects.toMatchObject({ code: "invalid_request" });
  },
);
