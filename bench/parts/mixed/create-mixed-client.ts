import { setTimeout as sleep } from "node:timers/promises";

export interface MixedProject {
  id: string;
  key: string;
}

export interface MixedRequest {
  /** Name under which the request is counted. */
  operation: string;
  method?: "GET" | "POST";
  path: string;
  body?: unknown;
  /** Key with which a repeated POST takes effect once. */
  idempotencyKey?: string;
}

interface Times {
  /** Milliseconds of the attempts that were answered. */
  times: number[];
  /** Number of attempts at a process that had ended, or answered 503. */
  again: number;
}

export interface MixedClient {
  send(project: MixedProject, request: MixedRequest): Promise<{ status: number; body: unknown }>;
  times(): Map<string, Times>;
}

const againMs = 100;

/** Asks any of the processes, and another one if that has ended, like a client behind a load balancer. */
export function createMixedClient(apiUrls: () => string[]): MixedClient {
  const times = new Map<string, Times>();
  return {
    times: () => times,
    async send(project, request) {
      const counted = times.get(request.operation) ?? { times: [], again: 0 };
      times.set(request.operation, counted);
      for (;;) {
        const urls = apiUrls();
        const url = urls[Math.floor(Math.random() * urls.length)];
        const begin = performance.now();
        const response = url === undefined ? null : await ask(url, project, request);
        if (response !== null && response.status !== 503) {
          counted.times.push(performance.now() - begin);
          return response;
        }
        counted.again += 1;
        await sleep(againMs);
      }
    },
  };
}

async function ask(url: string, { id, key }: MixedProject, request: MixedRequest) {
  const { method = "GET", path, body, idempotencyKey } = request;
  try {
    const response = await fetch(`${url}/v2/agent/${id}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
  } catch {
    return null;
  }
}
