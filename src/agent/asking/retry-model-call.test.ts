import { APICallError, InvalidResponseDataError } from "ai";
import { describe, expect, it } from "vitest";
import { type RetryOptions, retryModelCall } from "./retry-model-call.ts";

function busy(responseHeaders: Record<string, string> = {}): APICallError {
  return new APICallError({
    ...{ message: "busy", url: "http://m.test", requestBodyValues: {}, statusCode: 503, responseHeaders },
  });
}

/** A clock that advances only by sleeping. */
function setScene(failures: readonly unknown[], options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  let now = 0;
  let attempts = 0;
  const clock = {
    now: () => now,
    random: () => 1,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const run = () =>
    retryModelCall({ signal: new AbortController().signal, clock, ...options }, async () => {
      const failure = failures[Math.min(attempts, failures.length - 1)];
      attempts += 1;
      if (failure === null) return "answer";
      throw failure;
    });
  return { run, waits };
}

describe("retryModelCall", () => {
  it("waits twice as long each time, at most a minute, and gives up after 8 attempts", async () => {
    const { run, waits } = setScene([busy()]);
    expect(await run()).toMatchObject({ attempts: 8, verdict: { status: 503 } });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  });

  it("draws each wait at random", async () => {
    const draws = [0.5, 0, 0.25];
    const { run, waits } = setScene([busy(), busy(), busy(), null], {
      clock: {
        now: () => 0,
        random: () => draws.shift() ?? 1,
        sleep: async (ms) => void waits.push(ms),
      },
    });
    expect(await run()).toEqual({ value: "answer", attempts: 4 });
    expect(waits).toEqual([500, 0, 1_000]);
  });

  it("makes at most 12 attempts before a distant deadline", async () => {
    const { run } = setScene([busy()], { deadline: 1e9 });
    expect(await run()).toMatchObject({ attempts: 12 });
  });

  it("treats an infinite deadline as none", async () => {
    const { run } = setScene([busy()], { deadline: Number.POSITIVE_INFINITY });
    expect(await run()).toMatchObject({ attempts: 8 });
  });

  it("does not wait beyond the deadline", async () => {
    const { run, waits } = setScene([busy({ "retry-after": "2" }), busy({ "retry-after": "9" })], {
      deadline: 10_000,
    });
    expect(await run()).toMatchObject({ attempts: 2 });
    expect(waits).toEqual([2_000]);
  });

  it("does not wait for an hour if nothing limits it", async () => {
    const { run, waits } = setScene([busy({ "retry-after": "3600" })]);
    expect(await run()).toMatchObject({ attempts: 1 });
    expect(waits).toEqual([]);
  });

  it("tries three times to get a readable answer", async () => {
    const { run } = setScene([new InvalidResponseDataError({ data: null, message: "no choices" })]);
    expect(await run()).toMatchObject({ attempts: 3, verdict: { retry: "unreadable" } });
  });

  it("reports each attempt that is followed by another", async () => {
    const told: unknown[] = [];
    const { run } = setScene([busy({ "retry-after-ms": "5" }), null], { onRetry: (info) => told.push(info) });
    await run();
    expect(told).toEqual([
      { attempt: 1, status: 503, waitMs: 5, message: "The model's provider returned 503: busy" },
    ]);
  });

  it("gives up an attempt after its time limit, and makes another", async () => {
    let attempts = 0;
    const outcome = await retryModelCall(
      {
        signal: new AbortController().signal,
        attemptMs: 20,
        clock: { now: () => 0, random: () => 0, sleep: async () => {} },
      },
      async (signal) => {
        attempts += 1;
        if (attempts === 2) return "answer";
        return await new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    );
    expect(outcome).toEqual({ value: "answer", attempts: 2 });
  });

  it.each(["during an attempt", "during a wait"])("throws the reason of an abort %s", async (when) => {
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const abort = () => queueMicrotask(() => controller.abort(reason));
    const ended = retryModelCall({ signal: controller.signal, onRetry: abort }, async (signal) => {
      if (when === "during a wait") throw busy({ "retry-after": "60" });
      abort();
      return await new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    });
    await expect(ended).rejects.toBe(reason);
  });
});
