import { type Context, createContext, Script } from "node:vm";

/**
 * Maps items in one stretch; an item that takes longer than `limitMs` gives undefined. `work` must change
 * nothing: it is stopped wherever it stands. Stopping needs a thread for each stretch, so that many items in
 * each cost far less than one.
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
    // The items before may have used most of the time: such a one gets all of it, alone.
    if (performance.now() - startedAt > limitMs * 0.9) results.push(undefined);
  }
  return results;
}

/** Returns false when the work was stopped. */
export type RunWithinTime = (work: () => void, limitMs: number) => boolean;

/** Used for many stretches: the context that it makes when it is first called takes milliseconds. */
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
