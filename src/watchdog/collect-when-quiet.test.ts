import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectWhenQuiet, ownHeap } from "./collect-when-quiet.ts";

const mebibyte = 1_024 * 1_024;

describe("collectWhenQuiet", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("collects once after the heap has grown, and only while the process is quiet", () => {
    let utilization = 0.9;
    let heapBytes = 100 * mebibyte;
    const collect = vi.fn(() => {
      heapBytes = 120 * mebibyte;
    });
    const end = collectWhenQuiet({ utilization: () => utilization, heapBytes: () => heapBytes, collect });
    heapBytes = 300 * mebibyte;
    vi.advanceTimersByTime(30_000);
    expect(collect).not.toHaveBeenCalled();
    utilization = 0.03;
    vi.advanceTimersByTime(30_000);
    expect(collect).toHaveBeenCalledTimes(1);
    heapBytes = 160 * mebibyte;
    vi.advanceTimersByTime(30_000);
    expect(collect).toHaveBeenCalledTimes(1);
    heapBytes = 180 * mebibyte;
    vi.advanceTimersByTime(5_000);
    expect(collect).toHaveBeenCalledTimes(2);
    heapBytes = 60 * mebibyte;
    vi.advanceTimersByTime(5_000);
    heapBytes = 110 * mebibyte;
    vi.advanceTimersByTime(5_000);
    expect(collect).toHaveBeenCalledTimes(3);
    end();
    heapBytes = 500 * mebibyte;
    vi.advanceTimersByTime(30_000);
    expect(collect).toHaveBeenCalledTimes(3);
  });
});

describe("ownHeap", () => {
  it("collects what nothing refers to", async () => {
    const heap = ownHeap();
    const reference = new WeakRef({});
    await setImmediate();
    heap.collect();
    expect(reference.deref()).toBeUndefined();
  });

  it("calls a thread busy that does not wait", () => {
    const heap = ownHeap();
    const until = performance.now() + 50;
    while (performance.now() < until);
    expect(heap.utilization()).toBeGreaterThan(0.5);
  });
});
