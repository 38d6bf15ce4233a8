import { callOperation } from "./call-operation.ts";
import { type CallOptions, createJobsClient, type JobsClient } from "./jobs-client.ts";
import type { Answer } from "./routes.ts";
import { assertId, type Transport } from "./send.ts";

export interface ClientOptions {
  /** Address of the service, with the path in front of `/v2` if it has one. */
  url: string;
  projectId: string;
  apiKey: string;
  /** Instead of the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is sent again at most; 4 when absent. */
  retries?: number | undefined;
  /** How long one try may take, without the time that `wait` and `stream` ask the service to take; 30 seconds when absent. */
  timeoutMs?: number | undefined;
}

export type ListedModel = Answer<"listModels">["data"][number];

export interface Client {
  jobs: JobsClient;
  models: {
    /** What jobs of the project can use, and why the rest cannot be used. */
    list(options?: CallOptions): Promise<ListedModel[]>;
  };
  /** The service itself; needs no key. */
  service: {
    live(options?: CallOptions): Promise<Answer<"getLiveness">>;
    ready(options?: CallOptions): Promise<Answer<"getReadiness">>;
    openapi(options?: CallOptions): Promise<Answer<"getOpenapi">>;
  };
}

/** Connects to nothing yet. Throws `TypeError` for options that cannot work. */
export function createClient(options: ClientOptions): Client {
  const transport = toTransport(options);
  return {
    jobs: createJobsClient(transport),
    models: {
      list: async ({ signal } = {}) => (await callOperation(transport, { id: "listModels", signal })).data,
    },
    service: {
      live: ({ signal } = {}) => callOperation(transport, { id: "getLiveness", signal }),
      ready: ({ signal } = {}) => callOperation(transport, { id: "getReadiness", signal }),
      openapi: ({ signal } = {}) => callOperation(transport, { id: "getOpenapi", signal }),
    },
  };
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function toTransport({
  url,
  projectId,
  apiKey,
  fetch,
  retries = 4,
  timeoutMs = 30_000,
}: ClientOptions): Transport {
  const { protocol, username, origin, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== "")
    throw new TypeError("url must be an http or https address without a user name.");
  // The platform's own error would show the key.
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError("apiKey must be a key of the project: printable ASCII without white space.");
  if (!Number.isInteger(retries) || retries < 0)
    throw new TypeError("retries must be a whole number from 0 on.");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be more than 0.");
  return {
    url: origin + withoutSlash(pathname),
    projectId: assertId(projectId, "projectId"),
    ...{ apiKey, retries, timeoutMs },
    // Browsers refuse to run fetch as a method of anything but the window.
    fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init),
  };
}
