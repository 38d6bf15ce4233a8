import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  /** From 0 on. */
  n: number;
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  /** By `performance.now()`. */
  at: number;
}

/**
 * What happens to a request: an answer of the proxy's own; no answer, before or after the service has done
 * it; never an answer; or an answer that is cut off at a place in one of its pieces.
 */
export type Fault =
  | "pass"
  | "drop_before"
  | "drop_after"
  | "hang"
  | { status: number; headers?: Record<string, string>; body?: string }
  | { cut(piece: Buffer): number | null };

export interface FaultyProxy {
  url: string;
  requests: SeenRequest[];
  /** How many requests are being answered. */
  open(): number;
  /** Forgets the requests so far, and what was chosen. */
  reset(choose?: (request: SeenRequest) => Fault): void;
  close(): Promise<void>;
}

/**
 * An HTTP proxy in front of a service that can move, which loses what it is told to lose. Connections are
 * lost for real.
 */
export async function startFaultyProxy(target: () => string): Promise<FaultyProxy> {
  const requests: SeenRequest[] = [];
  let open = 0;
  let choose: (request: SeenRequest) => Fault = () => "pass";
  const server = createServer((request, response) => {
    open += 1;
    response.on("error", () => undefined);
    response.on("close", () => {
      open -= 1;
    });
    const seen: SeenRequest = {
      n: requests.length,
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers as SeenRequest["headers"],
      at: performance.now(),
    };
    requests.push(seen);
    answer(choose(seen), { request, response, url: target() + seen.path });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open: () => open,
    reset(chooseNow = () => "pass") {
      requests.length = 0;
      choose = chooseNow;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: string;
}

function answer(fault: Fault, exchange: Exchange): void {
  const { request, response } = exchange;
  if (fault === "hang") request.resume();
  else if (fault === "drop_before") request.socket.destroy();
  else if (typeof fault === "object" && "status" in fault) {
    request.resume();
    response.writeHead(fault.status, fault.headers).end(fault.body);
  } else forward(fault, exchange);
}

function forward(fault: Exclude<Fault, "hang" | "drop_before">, { request, response, url }: Exchange): void {
  const { host: _, ...headers } = request.headers;
  const drop = () => request.socket.destroy();
  const onward = requestHttp(url, { method: request.method, headers }, (answered) => {
    answered.on("error", drop);
    if (fault === "drop_after") answered.resume().on("end", drop);
    else {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.on("end", () => response.end());
      answered.on("data", (piece: Buffer) => {
        const place = typeof fault === "object" && "cut" in fault ? fault.cut(piece) : null;
        if (place === null) response.write(piece);
        else {
          answered.removeAllListeners("data").resume();
          response.write(piece.subarray(0, place), drop);
        }
      });
    }
  });
  onward.on("error", drop);
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
