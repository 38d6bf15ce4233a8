import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";
import { AppError } from "../../errors.ts";
import { createFetchOnce } from "../rest/create-fetch-once.ts";
import { attemptsMax, pauseBeforeRetry, waitMaxMs } from "../rest/pause-before-retry.ts";
import { readRetryAfter } from "../rest/read-retry-after.ts";
import { createWriteGroup, freeGroup } from "./create-write-group.ts";
import { causeOf, isLimit, RedirectError, readFailure } from "./to-github-error.ts";

export interface OctokitOptions {
  apiUrl: string;
  /** What tells these credentials from others in this process: at most ten requests at a time are sent with them. */
  identity: string;
  fetch: typeof fetch;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/** What our requests hand to the hooks. Octokit keeps it for all attempts of one request. */
interface RequestState {
  repeatable?: boolean;
  attempts?: number;
  retries?: number;
}

/**
 * Octokit with its throttling and retry plugins. How long is waited and what is repeated is ours: waits end with the signal and last
 * a minute at most, and what may not be done twice is not repeated after an answer that leaves open whether it was done.
 */
export function createOctokit(options: OctokitOptions): Octokit {
  const { signal } = options;
  const sleep = options.sleep ?? ((ms, aborted) => wait(ms, undefined, { signal: aborted }));
  const pauses = (octokit: { hook: Octokit["hook"] }) => {
    octokit.hook.error("request", async (error, requestOptions) => {
      const state = requestOptions.request as RequestState;
      const pauseMs = signal?.aborted ? null : pauseAfter(error, state);
      state.retries = pauseMs === null ? 0 : attemptsMax;
      if (pauseMs !== null) await sleep(pauseMs, signal);
      throw error;
    });
    return {};
  };
  const obey = async (seconds: number, _: object, __: unknown, retryCount: number) => {
    if (retryCount >= attemptsMax - 1 || seconds * 1_000 > waitMaxMs) return false;
    await sleep(seconds * 1_000, signal);
    return true;
  };
  const Plugged = Octokit.plugin(throttling, pauses, retry);
  return new Plugged({
    baseUrl: options.apiUrl,
    userAgent: "copydesk",
    request: { fetch: toFetch(createFetchOnce(options)) },
    log: silent,
    throttle: {
      id: createHash("sha256").update(`${options.apiUrl} ${options.identity}`).digest("hex"),
      retryAfterBaseValue: 0,
      write: createWriteGroup(sleep, signal),
      notifications: freeGroup,
      onRateLimit: obey,
      onSecondaryRateLimit: obey,
    },
    retry: { doNotRetry: [], retryAfterBaseValue: 0 },
  });
}

/** Null: no other attempt. What the throttling plugin has waited for and given up on is not waited for again. */
function pauseAfter(error: unknown, state: RequestState): number | null {
  state.attempts = (state.attempts ?? 0) + 1;
  const cause = causeOf(error);
  if (cause instanceof AppError || cause instanceof RedirectError) return null;
  const failure = readFailure(error);
  const attempt = state.attempts;
  const repeatable = state.repeatable ?? false;
  if (failure === null) {
    const notSent = (cause as NodeJS.ErrnoException).code === "ECONNREFUSED";
    return pauseBeforeRetry({ status: 0, retryAfterMs: null, notSent }, { attempt, repeatable });
  }
  const { headers, body } = failure;
  const isThrottled = /secondary rate/i.test(JSON.stringify(body ?? "")) || isUsedUp(headers);
  if (isLimit(failure) && isThrottled) return null;
  const status = isLimit(failure) ? 429 : failure.status;
  const retryAfterMs = readRetryAfter(headers, Date.now());
  return pauseBeforeRetry({ status, retryAfterMs, notSent: false }, { attempt, repeatable });
}

function isUsedUp(headers: Headers): boolean {
  return headers.get("x-ratelimit-remaining") === "0";
}

/** An answer that points elsewhere is an error: it would be asked for with the credentials. */
function toFetch(fetchOnce: ReturnType<typeof createFetchOnce>) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const { status, headers, text } = await fetchOnce(url, init);
    if (status >= 300 && status < 400) {
      throw new RedirectError(status, headers.get("location") ?? "another address");
    }
    const hasNoBody = status === 204 || status === 205;
    return new Response(hasNoBody ? null : text, { status, headers });
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
