import { AppError, type ErrorCode, errorCatalogue } from "../../errors.ts";

/** Address of a remote service, and the key for it. */
export interface RemotePlace {
  /** Without a trailing slash. */
  url: string;
  /** An API key (`cpd_…`) for the jobs of its project, or a management key (`cpm_…`). */
  key: string;
}

export interface RemoteClient {
  /**
   * Returns parsed JSON, null for an empty response. Throws the service's own error, and `unavailable` if it
   * cannot be reached.
   */
  json<T>(method: string, path: string, body?: object): Promise<T>;
  text(path: string): Promise<string>;
  /** Yields the lines of a list of JSON documents as they come. */
  lines(path: string): AsyncIterable<string>;
  /** Returns the response as it is, whatever the status. */
  exchange(method: string, path: string, asked?: Asked): Promise<{ status: number; text: string }>;
}

interface Asked {
  body?: object | undefined;
  headers?: Readonly<Record<string, string>>;
  accept?: string;
  signal?: AbortSignal;
}

const waitMs = 90_000;
const responseCharactersMax = 64 * 1024 * 1024;

/** Calls a remote service. Redirects are not followed: they would take the key elsewhere. */
export function createRemoteClient({ url, key }: RemotePlace, version: string): RemoteClient {
  const request = (
    method: string,
    path: string,
    { body, accept, headers, signal }: Asked,
  ): Promise<Response> =>
    fetch(url + path, {
      method,
      redirect: "manual",
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${key}`,
        "user-agent": `copydesk-cli/${version}`,
        ...(accept && { accept }),
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw unreachable(url, error);
    });
  const exchange: RemoteClient["exchange"] = async (method, path, asked = {}) => {
    const response = await request(method, path, { ...asked, signal: AbortSignal.timeout(waitMs) });
    const text = await response.text();
    if (text.length > responseCharactersMax) throw strange(url, "is too large");
    return { status: response.status, text };
  };
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    const { status, text } = await exchange(method, path, { body });
    if (status < 200 || status > 299) throw toAppError(url, status, text);
    return text;
  };
  return {
    exchange,
    async json<T>(method: string, path: string, body?: object) {
      const text = await send(method, path, body);
      if (text === "") return null as T;
      try {
        return JSON.parse(text) as T;
      } catch {
        throw strange(url, "is no JSON");
      }
    },
    text: (path) => send("GET", path),
    async *lines(path) {
      const response = await request("GET", path, { accept: "application/x-ndjson" });
      if (!response.ok) throw toAppError(url, response.status, await response.text());
      const decoder = new TextDecoder();
      let rest = "";
      try {
        for await (const chunk of response.body ?? []) {
          const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
          rest = parts.pop()!;
          yield* parts;
        }
      } catch (error) {
        throw unreachable(url, error);
      }
    },
  };
}

function unreachable(url: string, error: unknown): AppError {
  const { message, cause } = error as Error & { cause?: Error };
  const why = cause?.message || message;
  return new AppError("unavailable", `The service at ${url} could not be reached: ${why}`, { cause: error });
}

function strange(url: string, what: string): AppError {
  return new AppError(
    "unavailable",
    `What ${url} returned ${what}: is it the address of a Copydesk service?`,
  );
}

function toAppError(url: string, status: number, text: string): AppError {
  try {
    const { code, detail, errors } = JSON.parse(text) as { code: string; detail: string; errors?: object[] };
    if (Object.hasOwn(errorCatalogue, code))
      return new AppError(code as ErrorCode, detail, errors && { details: { errors } });
    if (typeof detail === "string") return new AppError("unavailable", `${detail} (${code})`);
  } catch {
    // Not a problem document of Copydesk; reported below.
  }
  return strange(url, `has the status ${status}`);
}
