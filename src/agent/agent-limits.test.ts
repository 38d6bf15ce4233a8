import { describe, expect, it } from "vitest";
import {
  closeAgentScenes,
  finish,
  fourSteps,
  list,
  results,
  setScene,
} from "../../test/helpers/agent-scene.ts";
import type { Script } from "../../test/helpers/scripted-model-server.ts";

closeAgentScenes();

describe("errors of the model's provider", () => {
  it("waits as long as Retry-After says and tries again", async () => {
    const { agent, server } = await setScene([
      { status: 429, headers: { "retry-after": "0" } },
      { status: 429, headers: { "retry-after-ms": "20" } },
      { calls: [list, finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.requests).toHaveLength(3);
  });

  it("tries again after a 500", async () => {
    const { agent, events } = await setScene([
      { status: 500, headers: { "retry-after-ms": "5" } },
      { calls: [list, finish] },
    ]);
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(events.filter(({ kind }) => kind === "model_answer")).toHaveLength(1);
  });

  it("gives up after eight attempts, with the provider's own words", async () => {
    const script = () => ({
      status: 503,
      headers: { "retry-after-ms": "5" },
      errorBody: { error: { message: "overloaded" } },
    });
    const { agent, server, events } = await setScene(script);
    expect(await agent.start()).toEqual({
      kind: "model_error",
      message: "The model's provider returned 503 (8 attempts): overloaded",
    });
    expect(server.requests).toHaveLength(8);
    const retries = events.filter(({ kind }) => kind === "model_retry");
    expect(retries).toHaveLength(7);
    expect(retries[0]).toMatchObject({ attempt: 1, status: 503, waitMs: 5 });
  });

  it("does not retry a 401 and shows no key", async () => {
    const errorBody = { error: { message: "Incorrect API key provided: sk-abcdefghijklmnop123" } };
    const { agent, server } = await setScene([{ status: 401, errorBody }]);
    expect(await agent.start()).toEqual({
      kind: "model_error",
      message: "The model's provider returned 401: Incorrect API key provided: [redacted]",
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("limits", () => {
  it.each([
    ["a slow model", { delayMs: 60_000 }],
    ["a wait between attempts", { status: 429, headers: { "retry-after": "30" } }],
  ])("ends with the reason of the abort during %s", async (_title, answer) => {
    const controller = new AbortController();
    const reason = new Error("cancelled by its owner");
    const { agent, server } = await setScene(() => answer, { signal: controller.signal });
    const ended = agent.start();
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it("ends with the reason of the abort during a tool", async () => {
    const controller = new AbortController();
    const { agent } = await setScene(
      fourSteps,
      { signal: controller.signal },
      {
        search: async (_query, signal) => {
          controller.abort(new Error("out of time"));
          signal.throwIfAborted();
          return [];
        },
      },
    );
    await expect(agent.start()).rejects.toThrow("out of time");
  });

  it("counts steps over the whole conversation", async () => {
    const look: Script = (index) =>
      index === 1 ? { calls: [finish] } : { calls: [{ name: "list", arguments: {} }] };
    const { agent, server } = await setScene(look, {
      budget: { maxSteps: 4, maxTokens: null, maxCostUsd: null },
    });
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(await agent.continueWith("again")).toEqual({
      kind: "budget_exceeded",
      message: "The job used its 4 steps before it was done.",
    });
    expect(server.requests).toHaveLength(4);
  });

  it("stops before the call that would exceed the token budget", async () => {
    const look: Script = () => ({ calls: [{ name: "list", arguments: {} }] });
    const { agent, server } = await setScene(look, {
      budget: { maxSteps: 9, maxTokens: 329, maxCostUsd: null },
    });
    expect(await agent.start()).toEqual({
      kind: "budget_exceeded",
      message: "The job used 220 of at most 329 tokens and was not done; the next step would exceed that.",
    });
    expect(server.requests).toHaveLength(2);
  });

  it("removes old tool results in blocks when the conversation grows too long", async () => {
    const long = "x".repeat(7_900);
    let searches = 0;
    const script: Script = (index) =>
      index < 60
        ? {
            calls: [
              { name: "list", arguments: {} },
              { name: "search", arguments: { pattern: "x" } },
            ],
          }
        : { calls: [finish] };
    const { agent, server } = await setScene(
      script,
      { budget: { maxSteps: 99, maxTokens: null, maxCostUsd: null }, contextTokens: 120_000 },
      {
        search: async () => {
          searches += 1;
          return Array.from({ length: 40 }, (_, index) => {
            return { path: "docs/a.mdx", line: searches + index, text: long };
          });
        },
      },
    );
    expect(await agent.start()).toMatchObject({ kind: "finished" });
    expect(server.refusals).toEqual([]);
    const last = results(server.requests.at(-1));
    expect(last[1]).toBe("[result removed; call again if needed]");
    expect(last.at(-1)).toMatch(/^40 matches/);
    const removed = server.requests.map(
      (request) => results(request).filter((text) => String(text).startsWith("[result removed")).length,
    );
    expect(new Set(removed).size).toBeLessThan(5);
  });
});
