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
  /** Address of the service, with the path in front of `/v2` if it has one. */
  url: string;
  projectId: string;
  /**
   * A key of the project, or a function that returns one: it is called for each attempt, so that keys can be
   * replaced meanwhile.
   */
  apiKey: string | (() => string | Promise<string>);
  /** Sent with every request. Browsers allow other origins only those that the service lists. */
  headers?: HeaderValues | undefined;
  /** Instead of the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is sent again at most; 4 when absent. */
  retries?: number | undefined;
  /**
   * How long one attempt may take, without the time that `wait` and `stream` ask the service to take; 30
   * seconds when absent.
   */
  timeoutMs?: number | undefined;
}

export interface Client {
  jobs: JobsClient;
  review: ReviewClient;
  models: {
    /** What jobs of the project can use, and why the rest cannot be used. */
    list(options?: CallOptions): ApiPromise<Model[]>;
  };
  /** The service itself; needs no key. */
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
 * A client for a management key, which belongs to an organisation and not to a project. Throws `TypeError` as
 * `createClient` does.
 */
export function createManageClient({ managementKey, ...options }: ManageOptions): ManageClient {
  return createManageMethods(toTransport({ ...options, apiKey: managementKey, projectId: "-" }));
}

/** Connects to nothing yet. Throws `TypeError` for options that cannot work. */
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
 * Not in browsers: they say who they are, and ask other origins for permission before they say anything else.
 */
function userAgent(): HeaderValues {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent?.startsWith("Mozilla/") ? {} : { "user-agent": `copydesk-sdk/${version}` };
}
