import { describe, expect, test } from "vitest";
import { eventKinds } from "../../../../src/jobs/event-kinds.ts";
import { eventExamples } from "../../../../test/helpers/event-examples.ts";
import type { AnyEvent } from "./event-log.ts";
import { groupEvents, type StepItem } from "./group-events.ts";

function log(...events: [kind: string, data: unknown][]): AnyEvent[] {
  return events.map(([kind, data], index) => ({
    ...{ seq: index + 1, at: "2026-11-22T09:00:00.000Z", kind, data, author: null },
  })) as AnyEvent[];
}

const { created, message, model_answer, tool_result, model_retry, completed, failed } = eventExamples;
const answer = (...ids: string[]) => ({
  ...model_answer,
  toolCalls: ids.map((id) => ({ id, name: "edit", input: { path: "a.md" } })),
});
const result = (callId: string, ok = true) => ({ ...tool_result, callId, ok, output: `of ${callId}` });
const steps = (events: AnyEvent[]) =>
  groupEvents(events).flatMap(({ items }) => items.filter((item): item is StepItem => item.type === "step"));

describe("the events of a job", () => {
  test("are grouped into turns, each with its prompt", () => {
    const turns = groupEvents(
      log(["created", created], ["completed", completed], ["message", message], ["failed", failed]),
    );
    expect(turns.map(({ number, prompt, state }) => ({ number, prompt, state }))).toEqual([
      { number: 1, prompt: "Fix typos", state: "completed" },
      { number: 2, prompt: "And the changelog\nplease", state: "failed" },
    ]);
  });

  test("a message to a running turn stands in it", () => {
    const [turn] = groupEvents(log(["created", created], ["message", { prompt: "Wait", turn: 1 }]));
    expect(turn!.items).toMatchObject([{ type: "said", prompt: "Wait" }]);
  });

  test("give each call its result, and show refused ones", () => {
    const [step] = steps(
      log(
        ["created", created],
        ["model_answer", answer("a", "b", "c")],
        ["tool_result", result("b", false)],
        ["tool_result", result("a")],
      ),
    );
    expect(step!.calls.map(({ state, output }) => [state, output])).toEqual([
      ["done", "of a"],
      ["refused", "of b"],
      ["running", null],
    ]);
  });

  test("a call that was not run at all is refused with its reason", () => {
    const toolCalls = [{ id: "a", name: "write", input: {}, refused: "outside of the write scope" }];
    const [step] = steps(log(["created", created], ["model_answer", { ...model_answer, toolCalls }]));
    expect(step!.calls).toMatchObject([{ state: "refused", output: "outside of the write scope" }]);
  });

  test("ids that a model uses again lead to the newest call", () => {
    const [first, second] = steps(
      log(
        ["created", created],
        ["model_answer", answer("a")],
        ["restarted", { why: "x" }],
        ["model_answer", answer("a")],
        ["tool_result", result("a")],
      ),
    );
    expect(first!.calls[0]!.state).toBe("stopped");
    expect(second!.calls[0]!.state).toBe("done");
  });

  test("what was under way when the turn ended is not shown as running", () => {
    const [step] = steps(log(["created", created], ["model_answer", answer("a")], ["failed", failed]));
    expect(step!.calls[0]!.state).toBe("stopped");
  });

  test("retries that follow each other are one item", () => {
    const [turn] = groupEvents(
      log(
        ["created", created],
        ["model_retry", model_retry],
        ["model_retry", { ...model_retry, attempt: 2 }],
      ),
    );
    expect(turn!.items).toMatchObject([{ type: "retry", attempts: [{ attempt: 1 }, { attempt: 2 }] }]);
  });

  test("of every existing kind are read, and kinds of a later version left out", () => {
    const kinds = Object.keys(eventKinds).filter((kind) => kind !== "created");
    const events = log(
      ["created", created],
      ...kinds.map((kind): [string, unknown] => [kind, eventExamples[kind as keyof typeof eventExamples]]),
      ["a_later_kind", { strange: true }],
    );
    const turns = groupEvents(events);
    expect(turns).toHaveLength(2);
    expect(JSON.stringify(turns)).not.toContain("strange");
  });
});
