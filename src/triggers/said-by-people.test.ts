import { expect, test } from "vitest";
import {
  historyOf,
  make,
  promptsOf,
  send,
  store,
  useTriggerScene,
  work,
} from "../../test/helpers/trigger-scene.ts";
import { AppError } from "../errors.ts";
import { askWhoMentioned } from "./ask-who-mentioned.ts";
import { receiveTriggerDelivery } from "./receive-trigger-delivery.ts";

useTriggerScene();

test("a mention starts a job for people who may push, even if the host was unavailable first", async () => {
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

test("gives a mention up after an hour without an answer from the host, and others do not wait for it", async () => {
  const made = await make({ kind: "mention", topic: "{{number}}" });
  const say = (author: string, number: number) =>
    send(made, { kind: "comment", author, text: "@copydesk shorten it", number }, `${number}`);
  await say("ghost", 1);
  await say("writer", 2);
  const asked: string[] = [];
  const ask = () =>
    askWhoMentioned(store.database, async (_projectId, author) => {
      asked.push(author);
      if (author === "ghost") throw new AppError("code_host_unavailable", "The host did not answer.");
      return true;
    });
  await expect(ask()).rejects.toThrow("did not answer");
  await work();
  expect(await historyOf(made)).toEqual(["started", "waiting"]);
  const later =
    "update trigger_events set due_at = now(), created_at = created_at - interval '61 minutes' where trigger_id = $1";
  await store.database.pool.query(later, [made.triggerId]);
  await expect(ask()).rejects.toThrow("did not answer");
  await ask();
  expect(asked).toEqual(["ghost", "writer", "ghost"]);
  expect(await historyOf(made)).toEqual([
    "started",
    "ignored: for an hour, the host has not said whether its author may push: The host did not answer.",
  ]);
});

test("accepts a page's feedback only with the trigger's token, and at most 60 an hour", async () => {
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
