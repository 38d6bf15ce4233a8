import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { toHostError } from "../to-host-error.ts";
import { readRetryAfter } from "./read-retry-after.ts";

export interface RestOptions {
  /** What people call the host. */
  host: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Sent with every request, e.g. `authorization`. */
  headers: Readonly<Record<string, string>>;
  secrets: readonly string[];
  fetch: typeof fetch;
  /** The host's own text of an answer that is no success. */
  readText(body: unknown): string;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
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

const requestMs = 30_000;
const attemptsMax = 5;
const waitMaxMs = 60_000;
const answerBytesMax = 16 * 1024 * 1024;

interface Remembered {
  etag: string;
  text: string;
  headers: Headers;
}

/**
 * A client for a host's JSON API. Waits as `Retry-After` and rate limits say, repeats what may be repeated, asks again with the
 * `ETag` of the last answer, gives up on silence after 30 seconds, and keeps the credentials out of every message.
 */
export function createRestClient(options: RestOptions): RestClient {
  const remembered = new Map<string, Remembered>();
  return {
    async request(request) {
      const { method = "GET" } = request;
      for (let attempt = 1; ; attempt += 1) {
        const failure = await tryOnce(options, request, remembered);
        if ("answer" in failure) return failure.answer as never;
        const pauseMs = pauseBefore(failure, attempt, request.repeatable ?? method !== "POST");
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

interface Failed {
  error: AppError;
  status: number;
  /** What the host asked for. */
  retryAfterMs: number | null;
  /** The request did not reach the host. */
  notSent: boolean;
}

async function tryOnce<Schema extends z.ZodType>(
  options: RestOptions,
  request: RestRequest<Schema>,
  remembered: Map<string, Remembered>,
): Promise<Tried<z.output<Schema>>> {
  const { method = "GET", action } = request;
  const url = urlOf(options, request);
  const known = method === "GET" ? remembered.get(url) : undefined;
  try {
    const response = await options.fetch(url, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        "user-agent": "copydesk",
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...(known === undefined ? {} : { "if-none-match": known.etag }),
        ...options.headers,
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.any([AbortSignal.timeout(requestMs), ...(options.signal ? [options.signal] : [])]),
    });
    if (response.status === 304 && known !== undefined) return succeeded(request, { ...known, status: 200 });
    const text = await readLimited(response);
    if (!response.ok) return failed(options, request, response, text);
    const etag = response.headers.get("etag");
    if (method === "GET" && etag !== null) remembered.set(url, { etag, text, headers: response.headers });
    return succeeded(request, { text, headers: response.headers, status: response.status });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof AppError) throw error;
    const { host, secrets } = options;
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
  { text, headers, status }: { text: string; headers: Headers; status: number },
): Tried<z.output<Schema>> {
  const parsed = request.schema.safeParse(text === "" ? null : parseJson(text));
  if (parsed.success) return { answer: { data: parsed.data, headers, status } };
  const where = parsed.error.issues[0]?.path.join(".") || "the answer";
  throw new AppError(
    "code_host_refused",
    `Could not ${request.action}: the host's answer cannot be read (${where}). Is the address the one of the API?`,
    { details: { status, hostText: text.slice(0, 200) } },
  );
}

function failed(
  { host, secrets, readText }: RestOptions,
  { action }: RestRequest<z.ZodType>,
  { status, headers }: Response,
  body: string,
): Failed {
  const json = parseJson(body);
  const text = json === undefined ? body.replace(/<[^>]*>/g, " ").slice(0, 500) : readText(json);
  const moved =
    status >= 300 && status < 400 ? ` It points to ${headers.get("location") ?? "another address"}.` : "";
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
      secrets,
      retryAfterSeconds: seconds,
    }),
    status: limited,
    retryAfterMs,
    notSent: false,
  };
}

/** Milliseconds until the next attempt; null when there is to be none. */
function pauseBefore(failure: Failed, attempt: number, repeatable: boolean): number | null {
  const { status, retryAfterMs, notSent } = failure;
  const isTemporary =
    status === 429 || notSent || (repeatable && (status === 0 || status === 408 || status >= 500));
  if (!isTemporary || status === 501 || attempt >= attemptsMax) return null;
  if (retryAfterMs !== null) return retryAfterMs <= waitMaxMs ? retryAfterMs : null;
  return 2 ** attempt * 250 * (0.5 + Math.random());
}

function urlOf({ baseUrl }: RestOptions, { path, query = {} }: RestRequest<z.ZodType>): string {
  const url = new URL(path.startsWith("/") ? `${baseUrl}${path}` : path);
  if (url.origin !== new URL(baseUrl).origin) {
    throw new AppError("url_not_allowed", `The host's answer points to another server: ${url.origin}.`);
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error(`the answer is larger than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
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
