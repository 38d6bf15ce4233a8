import { type Context, createContext, Script } from "node:vm";

/**
 * Maps items in one go; an item that takes longer than `limitMs` gives undefined. `work` must change nothing,
 * as it may be stopped anywhere. Stopping needs one thread per call, so that many items in one call cost far
 * less than one item each.
 */
export function mapWithinTime<Item, Result>(
  runWithinTime: RunWithinTime,
  items: readonly Item[],
  limitMs: number,
  work: (item: Item) => Result,
): (Result | undefined)[] {
  const results: (Result | undefined)[] = [];
  let startedAt = 0;
  const goOn = (): void => {
    while (results.length < items.length) {
      startedAt = performance.now();
      results.push(work(items[results.length]!));
    }
  };
  while (results.length < items.length) {
    if (runWithinTime(goOn, limitMs)) break;
    // Earlier items may have used most of the time: this one gets all of it, alone.
    if (performance.now() - startedAt > limitMs * 0.9) results.push(undefined);
  }
  return results;
}

/** Returns false if the work was stopped. */
export type RunWithinTime = (work: () => void, limitMs: number) => boolean;

/** To be reused for many calls: the context made on the first call takes milliseconds. */
export function createRunWithinTime(): RunWithinTime {
  let context: Context | undefined;
  const script = new Script("work()");
  return (work, timeout) => {
    context ??= createContext();
    context.work = work;
    try {
      script.runInContext(context, { timeout });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
      throw error;
    } finally {
      context.work = undefined;
    }
  };
}
