import type { throttling } from "@octokit/plugin-throttling";

type ThrottleOptions = NonNullable<NonNullable<Parameters<typeof throttling>[1]["throttle"]>>;
type Group = NonNullable<ThrottleOptions["write"]>;

const burst = 10;
const refillMs = 1_000;

/**
 * Lets the first writes of a connection pass at once and later ones once a second, as GitHub asks of whoever makes many. The
 * plugin's own groups hold back every write for one to three seconds. Only what the plugin calls is there.
 */
export function createWriteGroup(
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Group {
  /** When the bucket is full again. */
  let fullAt = 0;
  return groupOf(async () => {
    fullAt = Math.max(fullAt, Date.now()) + refillMs;
    const waitMs = fullAt - Date.now() - burst * refillMs;
    if (waitMs > 0) await sleep(waitMs, signal);
  });
}

/** Holds nothing back. */
export const freeGroup = groupOf(async () => {});

function groupOf(pass: () => Promise<void>): Group {
  const schedule = async (_: object, run: (...args: unknown[]) => unknown, ...args: unknown[]) => {
    await pass();
    return await run(...args);
  };
  return { key: () => ({ schedule }) } as unknown as Group;
}
