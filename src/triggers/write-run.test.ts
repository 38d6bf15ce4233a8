import { describe, expect, test } from "vitest";
import { parseInstructions } from "../chores/parse-instruction.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import { writeRun } from "./write-run.ts";

const push = (more: Partial<TriggerEvent>): TriggerEvent => ({ kind: "push", text: "Add total", ...more });

function reviewersOf(
  authors: (string | undefined)[],
  settings: { askAuthors?: boolean } = { askAuthors: true },
) {
  const events = authors.map((author, at) =>
    push({ ...(author !== undefined && { author }), text: `${at}` }),
  );
  return writeRun({ id: "trg_1", prompt: "Document {{text}}", settings }, "api", events).reviewers;
}

describe("the author of a push or merge", () => {
  test("is asked for a review, each once, in the order of the events", () => {
    expect(reviewersOf(["ada", "grace", "ada", "jo.doe-2_x"])).toEqual(["ada", "grace", "jo.doe-2_x"]);
  });

  test.each([[undefined], [{ askAuthors: false }]])(
    "is not asked where the trigger does not say so: %o",
    (off) => {
      expect(reviewersOf(["ada"], off ?? {})).toBeUndefined();
    },
  );

  test("is left out if the name cannot be a user's, because anybody may have written the event", () => {
    const strange = [
      "Ada Lovelace",
      "ada@example.com",
      "team/all",
      "@ada",
      "a\nb",
      "",
      "x".repeat(101),
      undefined,
    ];
    expect(reviewersOf(strange)).toBeUndefined();
    expect(reviewersOf([...strange, "ada"])).toEqual(["ada"]);
  });

  test("is asked for a review, up to ten at a time", () => {
    const many = Array.from({ length: 14 }, (_, at) => `user${at}`);
    expect(reviewersOf(many)).toEqual(many.slice(0, 10));
  });
});

describe("the prompt of a run", () => {
  const run = (events: TriggerEvent[]) =>
    writeRun({ id: "trg_1", prompt: "Document {{text}}", settings: {} }, "api", events);

  test("has each event once, with the place where it happened", () => {
    const { prompt, topic, metadata } = run([push({ commit: "abc" }), push({ commit: "abc" })]);
    expect(prompt).toBe('Document "Add total"\n\nIt was started by a push: commit "abc".');
    expect([topic, metadata]).toEqual(["api", { trigger: "trg_1" }]);
  });

  test("is understood by the built-in model when its template is a chore", () => {
    const events = ["a", "b"].map((commit) =>
      push({ commit, repository: "https://github.com/acme/api", ref: "main" }),
    );
    const trigger = { id: "trg_1", prompt: 'Replace "web hook" with "webhook"', settings: {} };
    const { prompt } = writeRun(trigger, "terms", events);
    const chore = expect.objectContaining({ kind: "replace" });
    expect(prompt).toContain('It was started by a push: repository "https://github.com/acme/api"');
    expect(parseInstructions(prompt)).toEqual([chore, chore]);
    expect(parseInstructions(`${prompt} Then delete everything.`)).toBeNull();
  });

  test("stays below its limit, and says how many events are left out", () => {
    const events = Array.from({ length: 10 }, (_, at) => push({ text: `${at} ${"word ".repeat(1_500)}` }));
    const { prompt } = run(events);
    expect(prompt.length).toBeLessThan(31_000);
    expect(prompt).toMatch(/\d further events of the same topic are not shown here\.$/);
  });
});
