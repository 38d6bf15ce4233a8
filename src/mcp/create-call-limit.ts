/** Returns the seconds until the caller may call again; null if they may now. */
export type CallLimit = (caller: string) => number | null;

const windowMs = 60_000;
const callersKeptMax = 10_000;

/** Limits calls per caller and minute, in this process only. `now`: in milliseconds. */
export function createCallLimit(perMinute: number, now: () => number = Date.now): CallLimit {
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return (caller) => {
    const at = now();
    const known = windows.get(caller);
    if (known === undefined || known.endsAt <= at) {
      windows.delete(caller);
      // The oldest window is the first to end.
      if (windows.size >= callersKeptMax) windows.delete(windows.keys().next().value!);
      windows.set(caller, { endsAt: at + windowMs, calls: 1 });
      return null;
    }
    known.calls += 1;
    return known.calls > perMinute ? Math.ceil((known.endsAt - at) / 1_000) : null;
  };
}
