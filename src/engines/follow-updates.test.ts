import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EngineEvent } from "./engine-event.ts";
import { followUpdates } from "./follow-updates.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function follow(emit?: (event: EngineEvent) => Promise<void>) {
  const events: EngineEvent[] = [];
  const failures: unknown[] = [];
  const updates = followUpdates(emit ?? (async (event) => void events.push(event)), (error) =>
    failures.push(error),
  );
  const say = (text: unknown) =>
    updates.take({ update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } });
  const call = (more: object) =>
    updates.take({ update: { sessionUpdate: "tool_call", toolCallId: "1", ...more } });
  return { updates, events, failures, say, call };
}

describe("an agent's updates", () => {
  it("become one event a second", async () => {
    const { updates, events, say } = follow();
    for (let index = 0; index < 100; index += 1) {
      say(`${index} `);
      await vi.advanceTimersByTimeAsync(100);
    }
    await updates.close();
    expect(events).toHaveLength(10);
    expect(
      events
        .map(({ text }) => text)
        .join(" ")
        .replaceAll(/\s+/g, " "),
    ).toBe(Array.from({ length: 100 }, (_, index) => index).join(" "));
  });

  it("are small, well-formed and without secrets", async () => {
    const { updates, events, say, call } = follow();
    say(`a\0b \ud800 token: abcdefghijk ${"é".repeat(200_000)}`);
    call({ title: `Run\n${"x".repeat(100_000)}`, kind: "execute", status: "in_progress" });
    await updates.close();
    expect(events).toHaveLength(1);
    expect(Buffer.byteLength(JSON.stringify(events[0]))).toBeLessThan(2_000);
    expect(events[0]!.text).toMatch(/^ab \ufffd token: \[redacted\] é+…$/);
    expect(events[0]!.toolCall).toMatchObject({ kind: "execute", status: "in_progress" });
    expect(events[0]!.toolCall!.title).toMatch(/^Run x+$/);
  });

  it("keep the title of a call while its state changes", async () => {
    const { updates, events, call } = follow();
    call({ title: "Write a.md", kind: "edit" });
    updates.take({ update: { sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed" } });
    await updates.close();
    expect(events).toEqual([
      {
        kind: "engine_update",
        text: "",
        toolCall: { title: "Write a.md", kind: "edit", status: "completed" },
      },
    ]);
  });

  it("end with the text after the last call as the final message", async () => {
    const { updates, say, call } = follow();
    say("I begin.");
    call({ title: "Write" });
    say("Done: ");
    say(`all of it. ${"x".repeat(20_000)}`);
    expect(updates.finalMessage()).toMatch(/^Done: all of it\. x+$/);
    expect(Buffer.byteLength(updates.finalMessage())).toBe(8_000);
    call({ title: "Clean up" });
    expect(updates.finalMessage()).toMatch(/^Done: /);
    await updates.close();
  });

  it.each([
    [null],
    ["text"],
    [{}],
    [{ update: null }],
    [{ update: { sessionUpdate: "agent_message_chunk" } }],
    [{ update: { sessionUpdate: "agent_message_chunk", content: { text: 7 } } }],
    [{ update: { sessionUpdate: "agent_thought_chunk", content: { text: "hm" } } }],
    [{ update: { sessionUpdate: "unknown_kind", content: { text: "hm" } } }],
  ])("that cannot be read are ignored: %j", async (params) => {
    const { updates, events } = follow();
    updates.take(params);
    await updates.close();
    expect(events).toEqual([]);
  });

  it("report at once, and again at the end, that they cannot be stored", async () => {
    const { updates, failures, say } = follow(async () => {
      throw new Error("the store is gone");
    });
    say("a");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failures).toEqual([new Error("the store is gone")]);
    await expect(updates.close()).rejects.toThrow("the store is gone");
  });
});
