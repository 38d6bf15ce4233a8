import type { CallOptions } from "./call-options.ts";
import { createOutage, type Outage } from "./endure-outage.ts";
import { ConnectionError, CopydeskError } from "./errors.ts";
import type { JobEvent, UnknownJobEvent } from "./generated-types.ts";
import { createEventStreamParser, type StreamItem } from "./parse-event-stream.ts";
import { readText } from "./read-text.ts";
import { assertType, send, type Transport, timeoutError } from "./send.ts";
import { createWatch, type Watch } from "./watch.ts";

// The service sends something every 15 seconds; a connection that is silent for longer has been lost
// unnoticed.
const silenceMs = 45_000;

/**
 * `kind` determines the type of `data`. A `switch` over it needs a `default`: newer services have more kinds.
 */
export type AnyJobEvent = JobEvent | UnknownJobEvent;

export interface StreamOptions extends Pick<CallOptions, "signal" | "headers"> {
  /** Number of the last event already seen; by default all events are sent. */
  after?: number | undefined;
  /** How long the service may be unavailable in between; default 2 minutes. */
  outageMs?: number | undefined;
}

/**
 * Yields the job's events as they happen, each once and in order, until the job has ended; see `jobs.stream`.
 */
export async function* streamEvents(
  transport: Transport,
  jobId: string,
  { after = 0, signal, headers, outageMs }: StreamOptions = {},
): AsyncGenerator<AnyJobEvent, void, undefined> {
  if (!Number.isSafeInteger(after) || after < 0)
    throw new TypeError("after must be the number of an event, or 0 for all.");
  const outage = createOutage(outageMs);
  let last = after;
  for (;;) {
    const before = last;
    const watch = createWatch(signal, () => timeoutError(silenceMs));
    try {
      const body = await connect(transport, { jobId, last, watch, headers });
      if (body === null) return;
      for await (const event of readEvents(body, watch, outage)) {
        if (event.seq <= last) continue;
        if (event.seq > last + 1) throw lost(`event ${last + 1} is missing`);
        last = event.seq;
        outage.over();
        yield event;
      }
      // The service ends a stream when the job has ended or when it stops itself: asking again shows which.
      if (last === before) throw lost("the stream ended without an event");
    } catch (error) {
      if (error instanceof CopydeskError) error.jobId = jobId;
      await outage.endure(watch.signal.aborted ? watch.signal.reason : error, signal);
    } finally {
      watch.close();
    }
  }
}

function lost(why: string): ConnectionError {
  return new ConnectionError({ code: "connection_failed", detail: `The connection failed: ${why}.` });
}

/** Returns null if the job has ended and there is nothing more. */
async function connect(
  transport: Transport,
  {
    jobId,
    last,
    watch,
    headers,
  }: Pick<StreamOptions, "headers"> & { jobId: string; last: number; watch: Watch },
): Promise<ReadableStream<Uint8Array> | null> {
  const type = "text/event-stream";
  const ownHeaders = { accept: type, "last-event-id": last > 0 ? String(last) : undefined };
  watch.allow(transport.timeoutMs);
  const response = await send(
    transport,
    { id: "listJobEvents", jobId, ownHeaders, options: { headers } },
    watch.signal,
  );
  watch.pause();
  if (response.status === 204) return null;
  assertType(response, type);
  return response.body;
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  watch: Watch,
  outage: Outage,
): AsyncGenerator<AnyJobEvent, void, undefined> {
  for await (const item of readItems(body, watch)) {
    if (item.kind === "comment") outage.over();
    if (item.kind === "retry") outage.waitFirst(item.ms);
    if (item.kind === "event") yield parseEvent(item.data);
  }
}

async function* readItems(
  body: ReadableStream<Uint8Array>,
  watch: Watch,
): AsyncGenerator<StreamItem, void, undefined> {
  const parse = createEventStreamParser();
  for await (const text of readText(body, { watch, silenceMs })) yield* parse(text);
}

function parseEvent(data: string): AnyJobEvent {
  try {
    return JSON.parse(data) as AnyJobEvent;
  } catch {
    throw lost("an event could not be read");
  }
}
