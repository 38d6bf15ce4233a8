import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerModelRequest } from "./answer-model-request.ts";
import { type EngineUsage, noTokens } from "./engine-model.ts";
import type { ModelProxyOptions, ProxyState } from "./proxy-state.ts";

export interface ModelProxy {
  /** Path of a Unix socket that speaks HTTP. */
  socketPath: string;
  usage(): EngineUsage;
  /** Aborts requests in progress; their usage is counted before this resolves. */
  close(): Promise<void>;
}

const headersMs = 30_000;

/**
 * The sandbox's only way out: forwards requests to the one model and adds the API key, which the agent never
 * sees. Answers anything else with 403, and everything with 429 once the budget is used up. `fetch` is the
 * guarded one. The caller closes the proxy.
 */
export async function startModelProxy(
  deps: { fetch: typeof fetch },
  options: ModelProxyOptions,
): Promise<ModelProxy> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-model-"));
  const socketPath = join(folder, "model.sock");
  const aborter = new AbortController();
  const state: ProxyState = {
    ...options,
    fetch: deps.fetch,
    usage: { requests: 0, estimatedRequests: 0, ...noTokens },
    active: 0,
    isExceeded: false,
    signal: aborter.signal,
  };
  const active = new Set<Promise<void>>();
  const server = createServer({ headersTimeout: headersMs }, (request, response) => {
    const answering = answer(state, request, response).finally(() => active.delete(answering));
    active.add(answering);
  });
  server.maxConnections = 64;
  for (const event of ["connect", "upgrade"])
    server.on(event, (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socketPath, resolve));
  // Only the service can enter the folder, but the sandbox's own user must be able to connect.
  await chmod(socketPath, 0o666);
  return {
    socketPath,
    usage: () => ({ ...state.usage }),
    async close() {
      if (aborter.signal.aborted) return;
      aborter.abort();
      await closeServer(server);
      await Promise.all(active);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answer(state: ProxyState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on("error", () => {});
  response.on("error", () => {});
  await answerModelRequest(state, request, response).catch(() => response.destroy());
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
