import type { LanguageModel, ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { driveModel } from "../../test/helpers/drive-model.ts";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run, textOf, user } from "../../test/helpers/run-chore.ts";
import { createChoresModel } from "./create-chores-model.ts";
import { instructionNotUnderstoodMarker } from "./not-understood.ts";

describe("the conversation", () => {
  test.each(["Write a guide about webhooks", 'Replace "a" with "b" and write a tutorial'])(
    "answers %j with what it can do and how to configure a model, and calls nothing",
    async (prompt) => {
      const driven = await run(prompt, createMemorySite({}));
      expect(driven.steps).toEqual([]);
      expect(driven.text.startsWith(instructionNotUnderstoodMarker)).toBe(true);
      for (const name of [
        "COPYDESK_MODEL",
        "OPENAI_API_KEY",
        "OPENAI_COMPATIBLE_BASE_URL",
        "ANTHROPIC_API_KEY",
      ]) {
        expect(driven.text).toContain(name);
      }
      expect(driven.providerMetadata).toMatchObject({ copydesk: { notUnderstood: true } });
    },
  );

  test("does several instructions in order and finishes once", async () => {
    const site = createMemorySite({ "docs/a.md": "one" });
    const { finish } = await run('Replace "one" with "two"; move docs/a.md to docs/b.md', site);
    expect(textOf(site)).toEqual({ "docs/b.md": "two" });
    expect(finish!.title).toBe('Replace "one" with "two" and 1 more chore');
    expect(finish!.summary).toContain("Moved `docs/a.md` to `docs/b.md`");
  });

  const pages = () => ({
    ...Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`p/${index}.md`, `# one ${index}\n\none\n`]),
    ),
    "links.md": "[x](p/3.md#one-3)",
  });
  const prompt = 'Replace "one" with "two" and then add missing titles';
  const withoutIds = (messages: ModelMessage[]) => JSON.stringify(messages).replace(/chore_[\w-]+/g, "id");

  test("goes on in any process at any step exactly as if nothing had happened", async () => {
    const whole = createMemorySite(pages());
    const expected = await run(prompt, whole);
    const resumed = createMemorySite(pages());
    const fresh = (): LanguageModel => createChoresModel();
    const actual = await driveModel(fresh(), [user(prompt)], resumed.call, fresh);
    expect(withoutIds(actual.messages)).toBe(withoutIds(expected.messages));
    expect(textOf(resumed)).toEqual(textOf(whole));
    expect(expected.steps.length).toBeGreaterThan(8);
  });

  test("needs only the latest results while it is alive", async () => {
    const whole = createMemorySite(pages());
    const expected = await run(prompt, whole);
    const pruned = createMemorySite(pages());
    const driven = await driveModel(createChoresModel(), [user(prompt)], pruned.call, (_step, messages) => {
      for (const message of messages.slice(0, -1)) {
        if (message.role !== "tool") continue;
        for (const part of message.content) {
          if (part.type === "tool-result") part.output = { type: "text", value: "[removed]" };
        }
      }
      return undefined;
    });
    expect(driven.finish).toEqual(expected.finish);
    expect(textOf(pruned)).toEqual(textOf(whole));
  });

  test("keeps conversations with the same words apart", async () => {
    const model = createChoresModel();
    const sites = [createMemorySite(pages()), createMemorySite({ "a.md": "one" })];
    const results = await Promise.all(sites.map((site) => driveModel(model, [user(prompt)], site.call)));
    expect(results[0]!.finish!.summary).toContain("181 places on 90 pages".replace("181", "180"));
    expect(results[1]!.finish!.summary).toContain("1 place on 1 page");
  });

  test("fails rather than repeat its work when it is given another's conversation", async () => {
    const site = createMemorySite(pages());
    const { messages } = await run(prompt, site);
    const other = [user('Replace "three" with "four"'), ...messages.slice(1)];
    await expect(driveModel(createChoresModel(), other, site.call)).rejects.toThrow("cannot continue");
  });

  test("repairs what the gate found, as far as it can, and finishes again with the same words", async () => {
    const site = createMemorySite({ "a.md": "one" });
    const { messages, finish } = await run('Replace "one" with "two"', site);
    const request =
      "The checks found problems that your change introduced:\n- x\nRepair them, then call finish again.";
    for (const model of [createChoresModel()]) {
      const again = await driveModel(model, [...messages, user(request)], site.call);
      expect(again.finish).toEqual(finish);
      expect(again.steps.map((calls) => calls.map(({ name }) => name))).toEqual([["check"], ["finish"]]);
    }
  });

  test("takes up a further instruction after it has finished", async () => {
    const site = createMemorySite({ "a.md": "one" });
    const model = createChoresModel();
    const { messages } = await driveModel(model, [user('Replace "one" with "two"')], site.call);
    const next = await driveModel(model, [...messages, user('Replace "two" with "three"')], site.call);
    expect(textOf(site)).toEqual({ "a.md": "three" });
    expect(next.finish!.title).toBe('Replace "two" with "three"');
  });
});
