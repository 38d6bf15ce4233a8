import { type ApiPromise, toApiPromise } from "./api-promise.ts";
import { callOperation } from "./call-operation.ts";
import { assertLimits, type CallOptions, type HeaderValues, joinHeaders } from "./call-options.ts";
import type { Model } from "./generated-types.ts";
import { createJobsClient, type JobsClient } from "./jobs-client.ts";
import { createManageMethods, type ManageClient } from "./manage-client.ts";
import { createReviewClient, type ReviewClient } from "./review-client.ts";
import type { Answer, OperationId } from "./routes.ts";
import { assertId, type Transport } from "./send.ts";
import { version } from "./version.ts";

export interface ClientOptions {
  /** Address of the service, including any path before `/v2`. */
  url: string;
  projectId: string;
  /**
   * A key of the project, or a function that returns one: it is called for each attempt, so that keys can be
   * replaced while the client is in use.
   */
  apiKey: string | (() => string | Promise<string>);
  /** Sent with every request. From other origins, browsers allow only those that the service lists. */
  headers?: HeaderValues | undefined;
  /** Used instead of the platform's own `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Maximum number of retries of a request; default 4. */
  retries?: number | undefined;
  /**
   * Time limit for one attempt, without the time that `wait` and `stream` ask the service to take; default 30
   * seconds.
   */
  timeoutMs?: number | undefined;
}

export interface Client {
  jobs: JobsClient;
  review: ReviewClient;
  models: {
    /** Lists the models that jobs of the project can use, and why the others cannot be used. */
    list(options?: CallOptions): ApiPromise<Model[]>;
  };
  /** The service itself; no key needed. */
  service: {
    live(options?: CallOptions): ApiPromise<Answer<"getLiveness">>;
    ready(options?: CallOptions): ApiPromise<Answer<"getReadiness">>;
    openapi(options?: CallOptions): ApiPromise<Answer<"getOpenapi">>;
  };
}

export interface ManageOptions extends Omit<ClientOptions, "projectId" | "apiKey"> {
  /** A management key (`cpm_…`), or a function that returns one: it is called for each attempt. */
  managementKey: ClientOptions["apiKey"];
}

/**
 * Creates a client for a management key, which belongs to an organisation and not to a project. Throws
 * `TypeError` like `createClient`.
 */
export function createManageClient({ managementKey, ...options }: ManageOptions): ManageClient {
  return createManageMethods(toTransport({ ...options, apiKey: managementKey, projectId: "-" }));
}

/** Creates a client without connecting. Throws `TypeError` for invalid options. */
export function createClient(options: ClientOptions): Client {
  const transport = toTransport(options);
  const on =
    <Id extends OperationId>(id: Id) =>
    (callOptions?: CallOptions) =>
      toApiPromise(callOperation(transport, { id, options: callOptions }));
  return {
    jobs: createJobsClient(transport),
    review: createReviewClient(transport),
    models: {
      list(callOptions) {
        const call = callOperation(transport, { id: "listModels", options: callOptions });
        return toApiPromise(call.then((result) => ({ ...result, data: result.data.data })));
      },
    },
    service: { live: on("getLiveness"), ready: on("getReadiness"), openapi: on("getOpenapi") },
  };
}

function toTransport(options: ClientOptions): Transport {
  const { apiKey, headers, fetch, retries = 4, timeoutMs = 30_000 } = options;
  assertLimits({ retries, timeoutMs });
  const defaults = { ...userAgent(), ...headers };
  joinHeaders(defaults);
  return {
    url: readUrl(options.url),
    projectId: assertId(options.projectId, "projectId"),
    apiKey: typeof apiKey === "function" ? async () => assertKey(await apiKey()) : always(assertKey(apiKey)),
    headers: defaults,
    ...{ retries, timeoutMs },
    // Browsers refuse to run fetch as a method of anything but the window.
    fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init),
  };
}

function always(apiKey: string): () => Promise<string> {
  return async () => apiKey;
}

/** The platform's own error would show the key. */
function assertKey(apiKey: unknown): string {
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError("apiKey must be a key of the project: printable ASCII without white space.");
}

function readUrl(url: string): string {
  const { protocol, username, origin, pathname } = parseUrl(url);
  if (!/^https?:$/.test(protocol) || username !== "")
    throw new TypeError("url must be an http or https address without a user name.");
  return origin + withoutSlash(pathname);
}

function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new TypeError("url must be the address of the service, such as http://127.0.0.1:4100.");
  }
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/**
 * Not set in browsers: they identify themselves, and for this header they need other origins' permission
 * first.
 */
function userAgent(): HeaderValues {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent?.startsWith("Mozilla/") ? {} : { "user-agent": `copydesk-sdk/${version}` };
}
