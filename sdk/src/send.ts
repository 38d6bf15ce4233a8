import { type CallOptions, type HeaderValues, joinHeaders } from "./call-options.ts";
import { ConnectionError, CopydeskError, TimeoutError } from "./errors.ts";
import { readError, redirectError } from "./read-error.ts";
import { type OperationId, routes } from "./routes.ts";
import { within } from "./watch.ts";

export interface Transport {
  /** Without a trailing slash. */
  url: string;
  projectId: string;
  /** Called for each attempt. */
  apiKey(): Promise<string>;
  headers: HeaderValues;
  fetch: typeof globalThis.fetch;
  retries: number;
  timeoutMs: number;
}

export interface Call<Id extends OperationId> {
  id: Id;
  jobId?: string;
  /** Further parameters of the path; `projectId` replaces the client's. */
  params?: Record<string, string>;
  query?: Record<string, string | number | Record<string, string> | undefined>;
  body?: unknown;
  /** Headers that the operation itself needs: they replace all others. */
  ownHeaders?: HeaderValues;
  options?: CallOptions | undefined;
}

/** Complete text of a response, with the response. */
export interface Exchanged {
  text: string;
  response: Response;
}

/**
 * Sends the request once and returns when the head of a successful response has arrived. Throws
 * `CopydeskError`, or the signal's reason; `TypeError` for ids and headers that cannot be sent; and whatever
 * the function for the key throws.
 */
export async function send<Id extends OperationId>(
  transport: Transport,
  call: Call<Id>,
  signal: AbortSignal,
): Promise<Response> {
  const { method, type } = routes[call.id];
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const url = toUrl(transport, call);
  const headers = joinHeaders(
    await authorize(transport, call, signal),
    transport.headers,
    call.options?.headers,
    {
      accept: type ?? "application/json",
      "content-type": body === undefined ? undefined : "application/json",
    },
    call.ownHeaders,
  );
  const init = { method, headers, body, signal, redirect: "manual", cache: "no-store" } as const;
  const response = await orConnectionError(signal, () => transport.fetch(url, init));
  if (response.ok || (response.status === 304 && call.ownHeaders?.["if-none-match"])) return response;
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400))
    throw redirectError(discard(response).status);
  throw await orConnectionError(signal, () => readError(response));
}

/** Sends the request once and reads the whole response, within the time limit. */
export function exchange<Id extends OperationId>(
  transport: Transport,
  call: Call<Id>,
  timeoutMs = call.options?.timeoutMs ?? transport.timeoutMs,
): Promise<Exchanged> {
  const toReason = () => timeoutError(timeoutMs);
  return within({ signal: call.options?.signal, ms: timeoutMs, toReason }, async (signal) => {
    const response = await send(transport, call, signal);
    const { type } = routes[call.id];
    if (response.status !== 304 && type !== null) assertType(response, type);
    return { text: await orConnectionError(signal, () => response.text()), response };
  });
}

export function timeoutError(ms: number): TimeoutError {
  return new TimeoutError({ code: "timeout", detail: `There was no response within ${ms / 1000} s.` });
}

/** Throws if something other than Copydesk seems to have responded, and releases the connection. */
export function assertType(response: Response, type: string): void {
  const found = response.headers.get("content-type") ?? "nothing";
  if (found.toLowerCase().startsWith(type)) return;
  const { status, headers } = discard(response);
  const detail = `The response is ${found} instead of ${type}: something else than Copydesk is at this address.`;
  throw new CopydeskError({
    code: "unexpected_response",
    ...{ detail, status, requestId: headers.get("x-request-id") },
  });
}

function discard(response: Response): Response {
  response.body?.cancel().catch(() => undefined);
  return response;
}

/** Turns network failures into a `ConnectionError`; rethrows the reason of the caller's signal. */
export async function orConnectionError<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const { cause: inner, message } = cause as { cause?: { message?: string }; message?: string };
    const detail = `The connection failed: ${inner?.message || message || String(cause)}`;
    throw new ConnectionError({ code: "connection_failed", detail, cause });
  }
}

async function authorize(
  transport: Transport,
  { id }: Call<OperationId>,
  signal: AbortSignal,
): Promise<HeaderValues> {
  const { path } = routes[id];
  if (!path.includes("{projectId}") && !path.startsWith("/v2/manage/")) return {};
  return { authorization: `Bearer ${await orAborted(signal, transport.apiKey())}` };
}

/** For work that takes no signal: it continues, but is no longer awaited. */
function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function toUrl({ url, projectId }: Transport, { id, jobId, params, query = {} }: Call<OperationId>): string {
  const given: Record<string, string | undefined> = { projectId, jobId, ...params };
  const path = routes[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    assertId(given[name], name === "jobId" ? "id" : name),
  );
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    toEntries(name, value),
  );
  const search = new URLSearchParams(entries).toString();
  return `${url}${path}${search && `?${search}`}`;
}

/** Writes an object as OpenAPI's deepObject: `metadata[ticket]=DOC-17`. */
function toEntries(
  name: string,
  value: string | number | Record<string, string> | undefined,
): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part]);
}

/** An id becomes part of a path, so it must not lead elsewhere. */
export function assertId(id: unknown, name: string): string {
  if (typeof id === "string" && /^[\w-]+$/.test(id)) return id;
  throw new TypeError(`${name} must be an id of Copydesk: letters, digits, _ and - only.`);
}
