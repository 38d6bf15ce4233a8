import { setImmediate as immediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import {
  type ApiKeyUse,
  isStillAllowed as isKeyAllowed,
  type UsedKey,
} from "../api-keys/authenticate-api-key.ts";
import type { Keyring } from "../api-keys/keyring.ts";
import { createEventFeed, type EventFeed, type Follower, type Following } from "../jobs/follow-events.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { JobChanges } from "../jobs/job-changes.ts";
import type { JobEventRecord } from "../jobs/list-job-events.ts";
import type { Log } from "../log.ts";
import type { ManagementKeyring } from "../management-keys/authenticate-management-key.ts";
import type { Principal } from "../people/permissions.ts";
import type { Database } from "../store/database.ts";
import type { Notifications } from "../store/notifications.ts";
import { encodeMessage, onDrain, type StreamMessage, sendMessage } from "./http/stream-message.ts";
import { isStillAllowed } from "./is-still-allowed.ts";

const tickMs = 1_000;
const heartbeatTicks = 15;
/** Other requests get their turn after this many streams. */
const streamsOfSlice = 200;
export const reconnectMs = 1_000;

/**
 * The open event streams of this process. A key that is revoked or expires ends its streams; the client's
 * next request says why.
 */
export interface EventStreams {
  /** Takes over the hijacked reply; `onEnd` is called once, when the stream has ended. */
  open(reply: FastifyReply, stream: StreamAddress, onEnd: () => void): void;
  close(): void;
}

export interface StreamAddress extends JobAddress {
  after: number;
  principal: Principal;
  /** Set if the stream was opened with an API key. */
  apiKey?: UsedKey | undefined;
}

/**
 * Notified with the id of a person or a share link, in the transaction that ends a session or changes a
 * membership or link (0020, 0021).
 */
const credentialChannel = "copydesk_credential";

interface Deps {
  database: Pick<Database, "pool">;
  jobChanges: JobChanges;
  keyring: Keyring;
  managementKeyring: ManagementKeyring;
  notifications: Notifications;
  log: Log;
}

interface Stream extends Follower {
  principal: Principal;
  use: Omit<ApiKeyUse, "key">;
  /** In milliseconds, as `Date.now()`. */
  expiresAt: number;
  /** Tick at which the client gets a heartbeat unless something else was sent. */
  beatsAt: number;
  isBlocked: boolean;
  beat(): void;
}

/** State shared by the streams of a process. */
interface OpenStreams {
  deps: Deps;
  streams: Set<Stream>;
  messages: WeakMap<JobEventRecord, StreamMessage>;
  feed: EventFeed;
  tick: number;
  isBusy: boolean;
  timer: NodeJS.Timeout | null;
}

export function createEventStreams(deps: Deps): EventStreams {
  const streams = new Set<Stream>();
  const feed = createEventFeed({
    ...deps,
    keepAllowed: (followers) => keepAllowed(deps, followers as readonly Stream[]),
  });
  const open: OpenStreams = {
    ...{ deps, streams, feed },
    messages: new WeakMap(),
    tick: 0,
    isBusy: false,
    timer: null,
  };
  watchCredentials(deps, streams);

  return {
    open(reply, address, onEnd) {
      const { raw } = reply;
      raw.writeHead(200, {
        ...headersOf(reply),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      // HEAD asks for the headers of a stream, not for the stream.
      if (reply.request.method === "HEAD") {
        raw.end();
        return onEnd();
      }
      // Flushed alone: joined to the first text, the head's 36 pieces would stay in memory as long as the
      // stream.
      raw.flushHeaders();
      raw.write(`retry: ${reconnectMs}\n\n`);
      startStream(open, raw, { ...address, ip: reply.request.ip }, onEnd);
    },
    close() {
      if (open.timer !== null) clearInterval(open.timer);
      feed.close();
    },
  };
}

/** Needs no query while the store sends notifications of changed keys. */
async function lookAtAll(open: OpenStreams): Promise<void> {
  const { deps, streams } = open;
  open.tick += 1;
  if (open.isBusy || streams.size === 0) return;
  open.isBusy = true;
  if (!deps.keyring.isTold()) await keepAllowed(deps, [...streams]).catch(() => undefined);
  let seen = 0;
  for (const stream of streams) {
    seen += 1;
    if (seen % streamsOfSlice === 0) await immediate();
    if (stream.expiresAt <= Date.now()) stream.end();
    else if (stream.beatsAt <= open.tick) stream.beat();
  }
  open.isBusy = false;
}

function encodeEvent({ messages }: OpenStreams, event: JobEventRecord): StreamMessage {
  const known = messages.get(event);
  if (known !== undefined) return known;
  const { seq, ...rest } = event;
  const text = `id: ${seq}\nevent: ${event.kind}\ndata: ${JSON.stringify({ seq, ...rest })}\n\n`;
  const message = encodeMessage(text);
  messages.set(event, message);
  return message;
}

function startStream(
  open: OpenStreams,
  raw: FastifyReply["raw"],
  { principal, apiKey, ip, ...address }: StreamAddress & { ip: string },
  onEnd: () => void,
): void {
  const { deps, streams } = open;
  let following: Following | null = null;
  let isOpen = true;
  const write = (message: StreamMessage): boolean => {
    stream.beatsAt = open.tick + heartbeatTicks;
    if (!isOpen) return false;
    stream.isBlocked = !sendMessage(raw, message);
    return !stream.isBlocked;
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    streams.delete(stream);
    following?.stop();
    onEnd();
    raw.end();
  };
  const stream: Stream = {
    ...address,
    principal,
    expiresAt: toTime(apiKey?.expiresAt ?? ("expiresAt" in principal ? principal.expiresAt : null)),
    use: { projectId: address.projectId, scope: "read", ip },
    beatsAt: open.tick + heartbeatTicks,
    isBlocked: false,
    take(event) {
      if (apiKey !== undefined) deps.keyring.noteUse(apiKey.id);
      return write(encodeEvent(open, event));
    },
    beat() {
      if (!stream.isBlocked) write(heartbeat);
    },
    end,
  };
  streams.add(stream);
  open.timer ??= setInterval(() => void lookAtAll(open), tickMs).unref();
  following = open.feed.add(stream);
  raw.once("close", end);
  onDrain(raw, () => {
    if (!stream.isBlocked) return;
    stream.isBlocked = false;
    following?.wake();
  });
}

/** Re-checks the streams of callers whose credentials have changed. */
function watchCredentials(deps: Deps, streams: ReadonlySet<Stream>): void {
  const lookAt = (id: string | null): void => {
    const concerned = [...streams].filter(({ principal }) => id === null || principal.id === id);
    // If the store is unavailable, it is asked again before the next event.
    keepAllowed(deps, concerned).catch(() => undefined);
  };
  deps.keyring.onChange(lookAt);
  deps.managementKeyring.onChange(lookAt);
  deps.notifications.subscribe(credentialChannel, { onPayload: lookAt, onGap: () => lookAt(null) });
}

const heartbeat = encodeMessage(": still here\n\n");

/** Ends the streams whose callers may no longer read the job. Throws `unavailable`. */
async function keepAllowed(deps: Deps, streams: readonly Stream[]): Promise<void> {
  const byPrincipal = Map.groupBy(streams, ({ principal }) => principal.id);
  await Promise.all(
    [...byPrincipal].map(async ([id, own]) => {
      const isKey = own[0]!.principal.kind === "api_key";
      await (isKey ? keepKey(deps.keyring, id, own) : keepOthers(deps, own));
    }),
  );
}

async function keepKey(keyring: Keyring, keyId: string, streams: readonly Stream[]): Promise<void> {
  const row = await keyring.find(keyId);
  for (const stream of streams) {
    stream.expiresAt = toTime(row?.expires_at ?? null);
    if (!isKeyAllowed(row, stream.use)) stream.end();
  }
}

async function keepOthers(deps: Deps, streams: readonly Stream[]): Promise<void> {
  for (const stream of streams) if (!(await isStillAllowed(deps, stream.principal, stream))) stream.end();
}

function toTime(at: Date | null): number {
  return at?.getTime() ?? Number.POSITIVE_INFINITY;
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== "content-length");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
