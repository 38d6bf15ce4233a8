import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventExamples } from "../../../test/helpers/event-examples.ts";
import type { EventData, EventKind } from "../../jobs/events.ts";
import { startProgress } from "./progress.ts";

function collect(columns: number | null, color = false) {
  const written: string[] = [];
  return {
    stream: { color, columns, write: (text: string) => written.push(text) },
    text: () => written.join(""),
  };
}

function eventOf<K extends EventKind>(kind: K, data: Partial<EventData<K>> = {}) {
  return { kind, data: { ...eventExamples[kind], ...data } };
}

const long = eventOf("tool_result", { name: "search", output: "x".repeat(300) });
const done = eventOf("completed", { message: "y".repeat(150) });

test("without a terminal each event is one line and nothing else is written", async () => {
  const { stream, text } = collect(null);
  const progress = startProgress(stream);
  progress.event(eventOf("created"));
  await sleep(200);
  progress.event(eventOf("completed", { message: "Done." }));
  progress.close();
  expect(text()).toBe("queued\ncompleted: Done.\n");
});

test("on a terminal the last line shows the current activity, and is removed at the end", () => {
  const { stream, text } = collect(80);
  const progress = startProgress(stream);
  progress.event(eventOf("prompt"));
  progress.close();
  expect(text()).toMatch(
    /\r\u001b\[2Kthe agent reads the prompt\n\r\u001b\[2K. 0 s {2}waiting for the model\r\u001b\[2K$/,
  );
});

test.each([20, 40, 80])(
  "what a model or tool says takes one line of %i columns, a result is told in full",
  (columns) => {
    const { stream, text } = collect(columns);
    const progress = startProgress(stream, { withTimes: true });
    progress.event(long);
    progress.event(done);
    progress.close();
    const lines = text()
      .split("\n")
      .map((line) => line.split("\u001b[2K").at(-1)!);
    expect(lines[0]!.length).toBeLessThan(columns);
    expect(lines[0]).toMatch(/…$/);
    expect(lines[1]).toContain("y".repeat(150));
  },
);

test("on a terminal a step with several calls is one line, and a failed call is shown", () => {
  const { stream, text } = collect(80);
  const progress = startProgress(stream);
  const result = (output: string, ok = true) => eventOf("tool_result", { name: "read", output, ok });
  const calls = (count: number) =>
    Array.from({ length: count }, () => ({ id: "call", name: "read", input: {} }));
  progress.event(eventOf("model_answer", { step: 1, toolCalls: calls(3) }));
  for (const [output, ok] of [["a.md"], ["b.md", false], ["c.md"]] as const)
    progress.event(result(output, ok));
  progress.event(eventOf("model_answer", { step: 2, toolCalls: calls(1) }));
  progress.event(result("d.md"));
  progress.close();
  const told = text().split("\n").slice(0, -1);
  expect(told.map((line) => line.split("\u001b[2K").at(-1))).toEqual([
    "step 1: the model calls read × 3",
    "read failed: b.md",
    "read: d.md",
  ]);
});

test("without colours no style is written, with them each style ends where its text ends", () => {
  for (const color of [false, true]) {
    const { stream, text } = collect(80, color);
    const progress = startProgress(stream);
    progress.event(done);
    progress.event(eventOf("failed", { reason: "model_error", message: "no" }));
    progress.close();
    const styles = text().match(/\u001b\[\d+m/g) ?? [];
    expect(styles.length > 0).toBe(color);
    expect(text().includes("\u001b[31mfailed (model_error): no\u001b[39m\n")).toBe(color);
  }
});
