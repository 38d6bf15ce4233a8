import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventExamples } from "../../test/helpers/event-examples.ts";
import { eventKinds } from "./event-kinds.ts";
import { jobEvent, recordVersion } from "./events.ts";
import { readEvent } from "./read-event.ts";

describe("readEvent", () => {
  test.each(Object.entries(eventExamples))("%s loses nothing that is stored", (kind, data) => {
    expect(readEvent({ kind, version: recordVersion, data })).toEqual({ kind, data });
  });

  test("the field order of a model's message is preserved", () => {
    const message = { role: "assistant", content: [{ z: 1, a: { y: 1, b: 2 } }], 2: "two", extra: null };
    const data = { ...eventExamples.model_answer, message };
    const event = readEvent({ kind: "model_answer", version: recordVersion, data });
    expect(event.kind === "model_answer" && JSON.stringify(event.data.message)).toBe(JSON.stringify(message));
  });

  test("fields that version 1 lacked are filled in", () => {
    const { startCommit: _, note: __, ...prepared } = eventExamples.prepared;
    const { warning: ___, ...result } = eventExamples.tool_result;
    const old = (kind: string, data: unknown) => readEvent({ kind, version: 1, data }).data;
    expect(old("prepared", prepared)).toEqual(eventExamples.prepared);
    expect(old("tool_result", result)).toEqual(eventExamples.tool_result);
    expect(old("started", { turn: 3 })).toEqual({ turn: 3, crashCount: 0, resumes: false });
  });

  test("fields that version 2 lacked are filled in", () => {
    for (const kind of ["baseline", "checks", "previewed"] as const) {
      const { notJudged: _, ...data } = eventExamples[kind];
      expect(readEvent({ kind, version: 2, data }).data).toEqual({ ...data, notJudged: [] });
    }
  });

  test.each([
    ["a kind that nobody knows", { kind: "translated", version: recordVersion, data: { to: "de" } }],
    ["a name of every object", { kind: "constructor", version: 1, data: {} }],
    ["a newer version", { kind: "message", version: recordVersion + 1, data: { prompt: "a", turn: 1 } }],
    ["data of another form", { kind: "message", version: recordVersion, data: { prompt: ["a"], turn: 1 } }],
    ["a model's answer without its message", { kind: "model_answer", version: 1, data: withoutMessage() }],
  ])("%s is unreadable, and preserves what is stored", (_, stored) => {
    const { kind, data } = stored;
    expect(readEvent(stored)).toEqual({ kind: "unreadable", data: { kind, stored: data } });
  });

  test.each([[null], ["text"], [[1]]])("data that is not an object (%j) is unreadable", (data) => {
    const unreadable = { kind: "unreadable", data: { kind: "message", stored: {} } };
    expect(readEvent({ kind: "message", version: 1, data })).toEqual(unreadable);
  });
});

test("the table of kinds, the schema and the glossary list the same kinds", async () => {
  const schemas = jobEvent.options.map(({ shape }) => [shape.kind.value, shape.data.shape] as const);
  expect(schemas.map(([kind]) => kind)).toEqual(Object.keys(eventKinds));
  const glossary = await readFile(join(import.meta.dirname, "../../docs/glossary.md"), "utf8");
  const expected = schemas.map(([kind, shape]) => {
    const { when, writer } = eventKinds[kind];
    const fields = Object.keys(shape).map((field) => `\`${field}\``);
    return `| \`${kind}\` | ${when} | ${writer} | ${fields.join(", ")} |`;
  });
  const [, section = ""] = glossary.split("## Kinds of events");
  expect(section.split("\n").filter((line) => line.startsWith("| `"))).toEqual(expected);
});

function withoutMessage() {
  const { message: _, ...data } = eventExamples.model_answer;
  return data;
}
