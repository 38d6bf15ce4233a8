import { useSyncExternalStore } from "react";
import { describeTimeAgo } from "./describe-time.ts";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dayAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** `ago`: "3 minutes ago"; `clock`: "12:41"; `day`: "Nov 22, 2026"; `full`: both. */
  as?: "ago" | "clock" | "day" | "full";
}

/** A time in the reader's zone and language, in full on hover. */
export function Time({ at, as = "ago" }: TimeProps) {
  const now = useNow(as === "ago");
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const formats = { clock, day, full: dayAndClock };
  return (
    <time dateTime={at} title={full.format(date)}>
      {as === "ago" ? describeTimeAgo(date, now) : formats[as].format(date)}
    </time>
  );
}

let tick = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page; it ticks every ten seconds while one is shown. */
function useNow(isMoving: boolean): number {
  return useSyncExternalStore(isMoving ? subscribe : never, () => tick);
}

const never = () => () => undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const each of listeners) each();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
