import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { observe } from "../../telemetry/observe.ts";
import { toHostError } from "../to-host-error.ts";
import { createFetchOnce, type FetchedAnswer, type FetchOnce } from "./create-fetch-once.ts";
import { pauseBeforeRetry, type RequestFailure } from "./pause-before-retry.ts";
import { readRetryAfter } from "./read-retry-after.ts";

export interface RestOptions {
  /** What people call the host. */
  host: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Sent with every request, e.g. `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** Words that never reach a message; may grow. */
  secrets: Iterable<string>;
  fetch: typeof fetch;
  /** The host's own text of an answer that is no success. */
  readText(body: unknown, status: number): string;
  /** What an answer means where its status does not say it; null where it does. */
  readMeaning?(answer: HostResponse): Meaning | null;
  /**
   * What else of such an answer is to be found in the error's `details`, e.g. the host's own name for what is
   * wrong.
   */
  readDetails?(body: unknown): Record<string, unknown>;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

export interface HostResponse {
  status: number;
  headers: Headers;
  /** Undefined when it is not JSON, null when there is none. */
  body: unknown;
}

export interface Meaning {
  status: number;
  /** Where the headers do not say how long. */
  retryAfterMs?: number;
}

export interface RestRequest<Schema extends z.ZodType> {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base, beginning with a slash, parts percent-encoded; or a URL of the same origin. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** For messages: "open the pull request". */
  action: string;
  schema: Schema;
  /** May be sent again after an answer that leaves open whether it was done. Default: all but POST. */
  repeatable?: boolean;
}

export interface RestAnswer<T> {
  data: T;
  headers: Headers;
  status: number;
}

export interface RestClient {
  /** Throws `code_host_unauthorized`, `code_host_forbidden`, `code_host_refused`, `code_host_unavailable`. */
  request<Schema extends z.ZodType>(request: RestRequest<Schema>): Promise<RestAnswer<z.output<Schema>>>;
}

/**
 * A client for a host's JSON API. Waits as `Retry-After` and rate limits say, repeats what may be repeated,
 * asks again with the `ETag` of the last answer, gives up on silence after 30 seconds, and keeps the
 * credentials out of every message.
 */
export function createRestClient(options: RestOptions): RestClient {
  const fetchOnce = createFetchOnce(options);
  return {
    async request(request) {
      const { method = "GET" } = request;
      for (let attempt = 1; ; attempt += 1) {
        const failure = await tryOnce(options, request, fetchOnce);
        if ("answer" in failure) return failure.answer as never;
        const repeatable = request.repeatable ?? method !== "POST";
        const pauseMs = pauseBeforeRetry(failure, { attempt, repeatable });
        if (pauseMs === null) throw failure.error;
        await (options.sleep ?? realSleep)(pauseMs, options.signal);
      }
    },
  };
}

/** Every item of a list whose pages are found by the caller's `next`. */
export async function* readPages<Page, Item>(
  first: Page,
  steps: { items(page: Page): readonly Item[]; next(page: Page): Promise<Page | null> },
): AsyncGenerator<Item> {
  for (let page: Page | null = first; page !== null; page = await steps.next(page)) yield* steps.items(page);
}

type Tried<T> = { answer: RestAnswer<T> } | Failed;

interface Failed extends RequestFailure {
  error: AppError;
}

async function tryOnce<Schema extends z.ZodType>(
  options: RestOptions,
  request: RestRequest<Schema>,
  fetchOnce: FetchOnce,
): Promise<Tried<z.output<Schema>>> {
  const { method = "GET", action } = request;
  const url = urlOf(options, request);
  try {
    const { host } = options;
    const answer = await observe("host_call", { host, method }, async (tell) => {
      const fetched = await fetchOnce(url, {
        method,
        headers: {
          accept: "application/json",
          "user-agent": "copydesk",
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers,
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      tell({ status: fetched.status });
      return fetched;
    });
    const { status, headers, text } = answer;
    const body = text === "" ? null : parseJson(text);
    const meaning = options.readMeaning?.({ status, headers, body }) ?? { status };
    const isOk = meaning.status >= 200 && meaning.status < 300;
    return isOk ? succeeded(request, answer, body) : failed(options, request, { answer, body, meaning });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof AppError) throw error;
    const { host } = options;
    const secrets = [...options.secrets];
    const reason = (error as Error).cause ?? error;
    const text = reason instanceof Error ? reason.message : String(reason);
    return {
      error: toHostError({ host, status: 0, text, action, secrets, cause: error }),
      status: 0,
      retryAfterMs: null,
      notSent: (reason as NodeJS.ErrnoException).code === "ECONNREFUSED",
    };
  }
}

function succeeded<Schema extends z.ZodType>(
  request: RestRequest<Schema>,
  { text, headers, status }: FetchedAnswer,
  body: unknown,
): Tried<z.output<Schema>> {
  const parsed = request.schema.safeParse(body);
  if (parsed.success) return { answer: { data: parsed.data, headers, status } };
  const where = parsed.error.issues[0]?.path.join(".") || "the answer";
  throw new AppError(
    "code_host_refused",
    `Could not ${request.action}: the host's response cannot be read (${where}). Is this the address of the API?`,
    { details: { status, hostText: text.slice(0, 200) } },
  );
}

function failed(
  { host, secrets, readText, readDetails }: RestOptions,
  { action }: RestRequest<z.ZodType>,
  { answer, body, meaning }: { answer: FetchedAnswer; body: unknown; meaning: Meaning },
): Failed {
  const { status } = meaning;
  const { headers } = answer;
  const hasWords = body !== undefined && body !== null;
  const text = hasWords ? readText(body, status) : answer.text.replace(/<[^<>]*>/g, " ").slice(0, 500);
  const location = status >= 300 && status < 400 ? headers.get("location") : undefined;
  const moved = location === undefined ? "" : ` It points to ${location ?? "another address"}.`;
  const isLimit =
    status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0");
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const seconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1_000);
  const limited = isLimit ? 429 : status;
  return {
    error: toHostError({
      host,
      status: limited,
      text: text + moved,
      action,
      secrets: [...secrets],
      retryAfterSeconds: seconds,
      details: { ...(location ? { location } : {}), ...(hasWords ? readDetails?.(body) : {}) },
    }),
    status: limited,
    retryAfterMs: retryAfterMs ?? meaning.retryAfterMs ?? null,
    notSent: false,
  };
}

function urlOf({ baseUrl }: RestOptions, { path, query = {} }: RestRequest<z.ZodType>): string {
  const url = new URL(path.startsWith("/") ? `${baseUrl}${path}` : path);
  if (url.origin !== new URL(baseUrl).origin) {
    throw new AppError("url_not_allowed", `The host's response points to another server: ${url.origin}.`);
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
