import { newIdempotencyKey } from "../../../sdk/src/new-idempotency-key.ts";
import { basePath } from "../base-path.ts";
import { ProblemError, toProblem } from "./problem-error.ts";

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Key for a POST that is sent again after a failure; by default each call has a key of its own. */
  idempotencyKey?: string;
}

/**
 * Sends requests to the service by paths such as `/v2/me`. Throws a `ProblemError` for any response but a
 * success.
 */
export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>("GET", path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>("POST", path, body, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) => request<T>("PUT", path, body, options),
  patch: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>("PATCH", path, body, options),
  delete: <T = void>(path: string, body?: unknown, options?: RequestOptions) =>
    request<T>("DELETE", path, body, options),
};

async function request<T>(
  method: string,
  path: string,
  body: unknown,
  { signal, headers = {}, idempotencyKey }: RequestOptions = {},
): Promise<T> {
  const response = await send(`${basePath}${path}`, {
    method,
    signal,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": idempotencyKey ?? newIdempotencyKey() } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await toProblem(response);
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return (isJson && text !== "" ? JSON.parse(text) : text) as T;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ProblemError(
      {
        code: "unreachable",
        title: "The service cannot be reached",
        detail: "The service cannot be reached. Check the connection, or that the service is running.",
      },
      0,
    );
  }
}
