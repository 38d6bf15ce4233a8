import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "../../errors.ts";
import type { MetricsSettings } from "../telemetry-settings.ts";
import type { Metrics } from "./create-registry.ts";
import { toTextFormat } from "./to-text-format.ts";

const textFormat = "text/plain; version=0.0.4; charset=utf-8";

export interface MetricsServer {
  /** `http://host:port` */
  url: string;
  close(): Promise<void>;
}

interface Served {
  metrics: Metrics;
  /** Throws if the process cannot work. */
  assertReady(): Promise<void>;
}

/**
 * Serves `/metrics` for Prometheus, and `/healthz` and `/readyz` for supervisors, on a separate port, so that
 * processes without the API have them too. Throws `port_in_use`, `cannot_listen`.
 */
export async function serveMetrics(served: Served, settings: MetricsSettings): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(served, settings, request, response).catch(() => {
      if (!response.headersSent) send(response, 500, "The metrics could not be read.\n");
      else response.destroy();
    });
  });
  server.requestTimeout = 10_000;
  const { host, port } = settings;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(toListenError(error, settings)));
    server.listen({ host, port }, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { metrics, assertReady }: Served,
  { token }: MetricsSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0];
  if (request.method !== "GET" && request.method !== "HEAD")
    return send(response, 405, "Use GET.\n", { allow: "GET, HEAD" });
  if (path === "/healthz") return send(response, 200, "ok\n");
  if (path === "/readyz")
    return await assertReady().then(
      () => send(response, 200, "ready\n"),
      () => send(response, 503, "not ready\n"),
    );
  if (path !== "/metrics") return send(response, 404, "There are /metrics, /healthz and /readyz.\n");
  if (token !== null && !isToken(request.headers.authorization, token))
    return send(response, 401, "A token is needed: Authorization: Bearer …\n", {
      "www-authenticate": "Bearer",
    });
  const text = await metrics.read();
  if (request.headers.accept?.includes("application/openmetrics-text"))
    return send(response, 200, text, { "content-type": metrics.contentType });
  send(response, 200, toTextFormat(text), { "content-type": textFormat });
}

/** Compares in constant time. */
function isToken(given: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given ?? ""), hash(`Bearer ${token}`));
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}

function toListenError(cause: Error, { host, port }: MetricsSettings): AppError {
  const isTaken = (cause as NodeJS.ErrnoException).code === "EADDRINUSE";
  const place = `port ${port} on ${host}`;
  return isTaken
    ? new AppError(
        "port_in_use",
        `The address for metrics, ${place}, is in use. Choose another COPYDESK_METRICS_PORT.`,
        {
          cause,
        },
      )
    : new AppError("cannot_listen", `Cannot listen for metrics: ${place}: ${cause.message}`, { cause });
}
