import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How busy the main thread was since it was last asked, from 0 to 1, and the bytes that the heap takes. */
export interface HeapUse {
  utilization(): number;
  heapBytes(): number;
  collect(): void;
}

const everyMs = 5_000;
const quietBelow = 0.1;
/** Less is not worth the pause of some 100 ms. */
const worthBytes = 48 * 1_024 * 1_024;

/**
 * Gives memory back after a burst of work, such as some thousand streams that were opened: V8 collects
 * garbage only when more is allocated, so that a process without work keeps what its busiest minute took.
 * Returns how to end it.
 */
export function collectWhenQuiet(use: HeapUse = ownHeap()): () => void {
  let collectedBytes = use.heapBytes();
  const timer = setInterval(() => {
    const isQuiet = use.utilization() < quietBelow;
    const heapBytes = use.heapBytes();
    if (!isQuiet || heapBytes - collectedBytes < worthBytes) return;
    use.collect();
    collectedBytes = use.heapBytes();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

export function ownHeap(): HeapUse {
  let before = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    heapBytes: () => getHeapStatistics().total_heap_size,
    collect: garbageCollector(),
  };
}

/** V8 shows `gc` only in contexts that are made while the flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return () => collect();
}
