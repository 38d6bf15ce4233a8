import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { isAppError } from "../errors.ts";

/** State of a link; `why` continues a sentence that begins with the address. */
export type LinkState =
  | { kind: "alive" }
  /** Every time, its server said so or its name could not be resolved. */
  | { kind: "gone"; why: string }
  /** No answer, or one that proves nothing. */
  | { kind: "unclear"; why: string };

export interface LinkAsker {
  /**
   * Checks http and https addresses: several hosts in parallel, each with one request at a time. After
   * `limitMs` the rest are `unclear`. Throws the signal's reason.
   */
  ask(urls: readonly string[], options: AskOptions): Promise<ReadonlyMap<string, LinkState>>;
}

interface AskOptions {
  limitMs: number;
  signal: AbortSignal;
}

interface LinkAskerOptions {
  /** Guarded fetch: checks every redirect like the address itself. */
  fetch: typeof fetch;
  userAgent: string;
  /** Pause between two requests to one host. */
  pauseMs?: number;
  /** Time limit for a server's answer. */
  answerMs?: number;
}

interface Run {
  signal: AbortSignal;
  /** Without any answer an unresolved name proves nothing: the machine may have no network. */
  hasAnswer: boolean;
}

const redirectsMax = 5;
const hostsAtOnce = 8;
/** Longest rest that is waited for if a host asks for one. */
const restMsMax = 10_000;
const aliveMs = 24 * 3_600_000;
const goneMs = 3_600_000;
const knownMax = 20_000;
const noAnswerInTime: LinkState = { kind: "unclear", why: "was not asked in time" };

/**
 * Creates an asker that remembers results: of addresses that answer for a day, of those that are gone for
 * an hour.
 */
export function createLinkAsker(options: LinkAskerOptions): LinkAsker {
  const known = new LRUCache<string, LinkState>({ max: knownMax });
  const hosts = createHostQueue(options.pauseMs ?? 1_000);
  const asker = { ...options, hosts };
  return {
    async ask(urls, { limitMs, signal }) {
      const late = AbortSignal.timeout(limitMs);
      const run: Run = { signal: AbortSignal.any([signal, late]), hasAnswer: false };
      const states = new Map<string, LinkState>();
      const unknown: string[] = [];
      for (const url of new Set(urls)) {
        const state = known.get(url);
        if (state === undefined) unknown.push(url);
        else states.set(url, state);
      }
      const queues = [...Map.groupBy(unknown, (url) => new URL(url).host).values()];
      const work = async (): Promise<void> => {
        for (let own = queues.shift(); own !== undefined; own = queues.shift())
          for (const url of own) states.set(url, await settle(asker, url, run));
      };
      const works = Promise.all(Array.from({ length: hostsAtOnce }, work));
      await Promise.race([works, aborted(run.signal)]);
      signal.throwIfAborted();
      for (const url of unknown) {
        const state = judgeRun(states.get(url) ?? noAnswerInTime, run);
        states.set(url, state);
        if (state.kind !== "unclear")
          known.set(url, state, { ttl: state.kind === "alive" ? aliveMs : goneMs });
      }
      return states;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

const unresolved = "has a host name that cannot be resolved";

function judgeRun(state: LinkState, { hasAnswer }: Run): LinkState {
  return state.kind === "gone" && state.why === unresolved && !hasAnswer
    ? { ...state, kind: "unclear" }
    : state;
}

interface Asker extends LinkAskerOptions {
  hosts: HostQueue;
}

/**
 * Tries HEAD first, which servers may not support; then requests what looks gone twice, as a reader would.
 */
async function settle(asker: Asker, url: string, run: Run): Promise<LinkState> {
  let state: LinkState = noAnswerInTime;
  for (const method of ["HEAD", "GET", "GET"] as const) {
    state = await follow(asker, { url, method }, run);
    if (state.kind === "alive" || run.signal.aborted) return state;
    if (method === "GET" && state.kind === "unclear") return state;
  }
  return state;
}

interface Question {
  url: string;
  method: "HEAD" | "GET";
}

async function follow(asker: Asker, { url, method }: Question, run: Run): Promise<LinkState> {
  let at = new URL(url);
  for (let step = 0; step <= redirectsMax; step += 1) {
    const where = step === 0 ? "" : `leads to ${at.href}, which `;
    try {
      const { status, location } = await request(asker, at, method, run);
      if (location === null) return judgeStatus(status, where);
      at = new URL(location, at.href);
    } catch (error) {
      return judgeError(error as Error, where, run);
    }
  }
  return { kind: "unclear", why: `redirects more than ${redirectsMax} times` };
}

function judgeStatus(status: number, where: string): LinkState {
  if (status >= 200 && status < 400) return { kind: "alive" };
  return { kind: status === 404 || status === 410 ? "gone" : "unclear", why: `${where}answers ${status}` };
}

function judgeError(error: Error, where: string, { signal }: Run): LinkState {
  if (signal.aborted) return noAnswerInTime;
  if (!isAppError(error, "url_not_allowed")) return { kind: "unclear", why: `${where}gave no answer` };
  const isUnresolved = (error.cause as NodeJS.ErrnoException | undefined)?.code === "ENOTFOUND";
  if (isUnresolved && where === "") return { kind: "gone", why: unresolved };
  return { kind: "unclear", why: `${where}may not be contacted` };
}

async function request(
  { fetch, userAgent, hosts, answerMs = 10_000 }: Asker,
  url: URL,
  method: "HEAD" | "GET",
  run: Run,
): Promise<{ status: number; location: string | null }> {
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not asked`);
  return await hosts.inTurn(url.host, run.signal, async (rest) => {
    const response = await fetch(url.href, {
      method,
      redirect: "manual",
      headers: { "user-agent": userAgent, accept: "*/*" },
      signal: AbortSignal.any([run.signal, AbortSignal.timeout(answerMs)]),
    });
    await response.body?.cancel();
    run.hasAnswer = true;
    const { status, headers } = response;
    if (status === 429 || status === 503) rest(readRetryAfter(headers.get("retry-after")));
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    return { status, location };
  });
}

/** Returns milliseconds; 0 if the server names no time. */
function readRetryAfter(text: string | null): number {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

interface HostQueue {
  /** Runs `work` when no other request to this host is under way and no pause is required. */
  inTurn<T>(host: string, signal: AbortSignal, work: (rest: (ms: number) => void) => Promise<T>): Promise<T>;
}

function createHostQueue(pauseMs: number): HostQueue {
  const hosts = new Map<string, { last: Promise<void>; freeAt: number; waiting: number }>();
  return {
    async inTurn(host, signal, work) {
      const entry = hosts.get(host) ?? { last: Promise.resolve(), freeAt: 0, waiting: 0 };
      hosts.set(host, entry);
      entry.waiting += 1;
      const before = entry.last;
      const turn = Promise.withResolvers<void>();
      entry.last = before.then(() => turn.promise);
      try {
        await before;
        const waitMs = entry.freeAt - Date.now();
        if (waitMs > restMsMax) throw new Error("the host accepts no requests for now");
        await sleep(Math.max(0, waitMs), undefined, { signal, ref: false });
        return await work((ms) => {
          entry.freeAt = Date.now() + ms;
        });
      } finally {
        entry.freeAt = Math.max(entry.freeAt, Date.now() + pauseMs);
        entry.waiting -= 1;
        turn.resolve();
        if (entry.waiting === 0) forget(host, entry);
      }
    },
  };

  /** Forgets a host without waiting requests, once its pause is over. */
  function forget(host: string, entry: { waiting: number; freeAt: number }): void {
    const timer = setTimeout(() => {
      if (entry.waiting === 0) hosts.delete(host);
    }, entry.freeAt - Date.now());
    timer.unref();
  }
}
