import { ConnectionError, CopydeskError, TimeoutError } from "./errors.ts";
import { readError, redirectError } from "./read-error.ts";
import { type OperationId, routes } from "./routes.ts";
import { within } from "./watch.ts";

export interface Transport {
  /** Without a slash at its end. */
  url: string;
  projectId: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  retries: number;
  timeoutMs: number;
}

export interface Call<Id extends OperationId> {
  id: Id;
  jobId?: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/**
 * Sends the request once and answers when the head of a good answer has arrived. Throws `CopydeskError`, or the signal's reason;
 * `TypeError` for ids and headers that cannot be sent.
 */
export async function send<Id extends OperationId>(transport: Transport, call: Call<Id>): Promise<Response> {
  const { method } = routes[call.id];
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = new Headers({
    ...(body !== undefined && { "content-type": "application/json" }),
    accept: routes[call.id].type,
    authorization: `Bearer ${transport.apiKey}`,
    ...call.headers,
  });
  const init = { method, headers, body, signal: call.signal, redirect: "manual", cache: "no-store" } as const;
  const url = toUrl(transport, call);
  const response = await orConnectionError(call.signal, () => transport.fetch(url, init));
  if (response.ok) return response;
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400))
    throw redirectError(discard(response).status);
  throw await orConnectionError(call.signal, () => readError(response));
}

/** Sends the request once and reads the whole answer, within the time. */
export function exchange<Id extends OperationId>(
  transport: Transport,
  call: Call<Id>,
  timeoutMs = transport.timeoutMs,
): Promise<string> {
  const toReason = () => timeoutError(timeoutMs);
  return within({ signal: call.signal, ms: timeoutMs, toReason }, async (signal) => {
    const response = await send(transport, { ...call, signal });
    assertType(response, routes[call.id].type);
    return orConnectionError(signal, () => response.text());
  });
}

export function timeoutError(ms: number): TimeoutError {
  return new TimeoutError({ code: "timeout", detail: `There was no answer within ${ms / 1000} s.` });
}

/** Throws when something else than Copydesk seems to have answered, and gives the connection back. */
export function assertType(response: Response, type: string): void {
  const found = response.headers.get("content-type") ?? "nothing";
  if (found.toLowerCase().startsWith(type)) return;
  const { status, headers } = discard(response);
  const detail = `The answer is ${found} instead of ${type}: something else than Copydesk answers.`;
  throw new CopydeskError({
    code: "unexpected_answer",
    ...{ detail, status, requestId: headers.get("x-request-id") },
  });
}

function discard(response: Response): Response {
  response.body?.cancel().catch(() => undefined);
  return response;
}

/** What the network does, as a `ConnectionError`; what the caller's signal does, as that. */
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

function toUrl({ url, projectId }: Transport, { id, jobId, query = {} }: Call<OperationId>): string {
  const path = routes[id].path
    .replace("{projectId}", projectId)
    .replace("{jobId}", () => assertId(jobId, "id"));
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(entries).toString();
  return `${url}${path}${search && `?${search}`}`;
}

/** An id becomes part of a path: it must not lead elsewhere. */
export function assertId(id: unknown, name: string): string {
  if (typeof id === "string" && /^[\w-]+$/.test(id)) return id;
  throw new TypeError(`${name} must be an id of Copydesk: letters, digits, _ and - only.`);
}
