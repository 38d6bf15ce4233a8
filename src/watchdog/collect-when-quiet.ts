import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface HeapUse {
  /** How busy the main thread was since the last call, from 0 to 1. */
  utilization(): number;
  /** Size of the heap's pages, whether they hold objects or not. */
  heapBytes(): number;
  collect(): void;
}

const everyMs = 5_000;
const quietBelow = 0.1;
/** Growth below this is not worth a pause of some 100 ms. */
const growthMinBytes = 48 * 1_024 * 1_024;

/**
 * Returns memory to the system after a burst of work, such as opening some thousand streams: V8 collects
 * garbage only when more is allocated, so an idle process would keep what its busiest minute took. Returns a
 * function that stops it.
 */
export function collectWhenQuiet(use: HeapUse = ownHeap()): () => void {
  let collectedBytes = use.heapBytes();
  const timer = setInterval(() => {
    const isQuiet = use.utilization() < quietBelow;
    const heapBytes = use.heapBytes();
    collectedBytes = Math.min(collectedBytes, heapBytes);
    if (!isQuiet || heapBytes - collectedBytes < growthMinBytes) return;
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

/** V8 defines `gc` only in contexts that are created while the flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}
