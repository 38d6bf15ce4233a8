import { createEventStreamParser } from "../../../sdk/src/parse-event-stream.ts";
import { sleep } from "../../../sdk/src/sleep.ts";
import { basePath } from "../base-path.ts";
import { isProblem, toProblem } from "./problem-error.ts";

export interface FollowOptions {
  /** Id of the last event already seen; by default all events are sent. */
  lastEventId?: string;
  onEvent: (event: { id: string; data: string }) => void;
  /** `live`: connected. `waiting`: the connection is lost and is being restored. */
  onState?: (state: "live" | "waiting") => void;
  /** Called if the service says that nothing more will come (status 204). */
  onEnd?: () => void;
  /** Called if the service refuses, so that another attempt is useless. */
  onRefused?: (error: unknown) => void;
  signal: AbortSignal;
}

// The service sends something every 15 seconds: a connection that is silent for longer was lost unnoticed, as
// in sleep.
const silenceMs = 40_000;
const waitsMs = [250, 500, 1_000, 2_000, 5_000];

/**
 * Follows a stream of server-sent events until `signal` is aborted, through lost connections, sleep and
 * restarts. Each event arrives once and in order. Never rejects.
 */
export async function followEvents(path: string, options: FollowOptions): Promise<void> {
  const { signal, onState, onEnd, onRefused } = options;
  let lastId = options.lastEventId ?? "";
  let failures = 0;
  while (!signal.aborted) {
    const attempt = createAttempt(signal);
    try {
      const response = await connect(path, lastId, attempt.signal);
      if (response === null) return onEnd?.();
      onState?.("live");
      for await (const event of readEvents(response, attempt.heard)) {
        failures = 0;
        if (event.id !== "") lastId = event.id;
        options.onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 429)
        return onRefused?.(error);
    } finally {
      attempt.close();
    }
    onState?.("waiting");
    await untilWorthTrying(waitsMs[Math.min(failures, waitsMs.length - 1)]!, signal);
    failures += 1;
  }
}

async function connect(path: string, lastId: string, signal: AbortSignal): Promise<Response | null> {
  const response = await fetch(`${basePath}${path}`, {
    signal,
    credentials: "same-origin",
    headers: { accept: "text/event-stream", ...(lastId === "" ? {} : { "last-event-id": lastId }) },
  });
  if (response.status === 204) return null;
  if (!response.ok) throw await toProblem(response);
  return response;
}

async function* readEvents(response: Response, heard: () => void) {
  const parse = createEventStreamParser();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      for (const item of parse(value)) if (item.kind === "event") yield item;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Creates a signal that also aborts after a long silence, or when the machine wakes up after one. */
function createAttempt(outer: AbortSignal) {
  const controller = new AbortController();
  let heardAt = Date.now();
  const stop = () => controller.abort();
  const look = () => {
    if (Date.now() - heardAt > silenceMs) stop();
  };
  const timer = setInterval(look, 5_000);
  outer.addEventListener("abort", stop, { once: true });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("offline", stop);
  return {
    signal: controller.signal,
    heard: () => {
      heardAt = Date.now();
    },
    close: () => {
      clearInterval(timer);
      outer.removeEventListener("abort", stop);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("offline", stop);
      stop();
    },
  };
}

/** Ends the wait early if the network returns or the page becomes visible again. */
async function untilWorthTrying(ms: number, signal: AbortSignal): Promise<void> {
  const early = new AbortController();
  const end = () => early.abort();
  signal.addEventListener("abort", end, { once: true });
  window.addEventListener("online", end, { once: true });
  document.addEventListener("visibilitychange", end, { once: true });
  await sleep(ms, early.signal).catch(() => undefined);
  signal.removeEventListener("abort", end);
  window.removeEventListener("online", end);
  document.removeEventListener("visibilitychange", end);
}
