import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { observe } from "../../telemetry/observe.ts";
import { toHostError } from "../to-host-error.ts";
import { createFetchOnce, type FetchedAnswer, type FetchOnce } from "./create-fetch-once.ts";
import { pauseBeforeRetry, type RequestFailure } from "./pause-before-retry.ts";
import { readRetryAfter } from "./read-retry-after.ts";

export interface RestOptions {
  /** The host's display name. */
  host: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Sent with every request, e.g. `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** Credentials to mask in messages; may grow. */
  secrets: Iterable<string>;
  fetch: typeof fetch;
  /** Extracts the host's own text from an unsuccessful answer. */
  readText(body: unknown, status: number): string;
  /** Interprets an answer whose status is misleading; null if the status is right. */
  readMeaning?(answer: HostResponse): Meaning | null;
  /** Further facts of such an answer for the error's `details`, e.g. the host's own error name. */
  readDetails?(body: unknown): Record<string, unknown>;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

export interface HostResponse {
  status: number;
  headers: Headers;
  /** Undefined if it is not JSON, null if it is empty. */
  body: unknown;
}

export interface Meaning {
  status: number;
  /** Default if the headers do not say how long. */
  retryAfterMs?: number;
}

export interface RestRequest<Schema extends z.ZodType> {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base, with a leading slash and percent-encoded segments, or a URL of the same origin. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** For messages, e.g. "open the pull request". */
  action: string;
  schema: Schema;
  /** True if the request may be repeated after an inconclusive answer. Default: all but POST. */
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
 * Creates a client for a host's JSON API. It obeys `Retry-After` and rate limits, retries if allowed, sends
 * the `ETag` of the previous answer, gives up after 30 seconds, and masks credentials in messages.
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

/** Yields every item of a list; the caller's `next` finds the pages. */
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
