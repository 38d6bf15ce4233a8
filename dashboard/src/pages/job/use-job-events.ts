import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { followEvents } from "../../api/follow-events.ts";
import { isProblem } from "../../api/problem-error.ts";
import { heedRefusal } from "../../api/query-client.ts";
import { type AnyEvent, addEvents, type EventLog, emptyLog, lastSeq } from "./event-log.ts";

/** Events that arrive together are drawn together. */
const drawEveryMs = 60;

export interface FollowedJob {
  log: EventLog;
  /**
   * `reading` until the first connection, `live`, `waiting` while the connection is lost, `ended`, `expired`
   * when the transcript is deleted.
   */
  state: "reading" | "live" | "waiting" | "ended" | "expired" | "refused";
  error: unknown;
}

const start: FollowedJob = { log: emptyLog, state: "reading", error: null };

/**
 * Returns the job's events as they happen. The log survives lost connections: it continues after the last
 * event received, and follows again if an ended job becomes active.
 */
export function useJobEvents(path: string, isActive: boolean): FollowedJob {
  const client = useQueryClient();
  const [followed, setFollowed] = useState<FollowedJob & { path: string }>({ ...start, path });
  const log = useRef<{ path: string; log: EventLog }>({ path, log: emptyLog });
  if (log.current.path !== path) log.current = { path, log: emptyLog };

  const show = useCallback(
    (change: Partial<FollowedJob>) =>
      setFollowed((known) => ({ ...(known.path === path ? known : start), ...change, path })),
    [path],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a job that becomes active again is followed again.
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let arrived: AnyEvent[] = [];
    const draw = () => {
      clearTimeout(timer);
      timer = undefined;
      log.current = { path, log: addEvents(log.current.log, arrived) };
      arrived = [];
      show({ log: log.current.log });
    };
    const seen = lastSeq(log.current.log);
    void followEvents(`${path}/events/stream`, {
      signal: stop.signal,
      ...(seen > 0 && { lastEventId: String(seen) }),
      onEvent: ({ data }) => {
        arrived.push(JSON.parse(data) as AnyEvent);
        timer ??= setTimeout(draw, drawEveryMs);
      },
      onState: (state) => show({ state }),
      onEnd: () => {
        draw();
        show({ state: "ended" });
      },
      onRefused: (error) => {
        heedRefusal(client, error);
        show({ state: isProblem(error, "transcript_expired") ? "expired" : "refused", error });
      },
    });
    return () => {
      stop.abort();
      if (timer !== undefined) draw();
    };
  }, [client, path, isActive, show]);

  return followed.path === path ? followed : start;
}
