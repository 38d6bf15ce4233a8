import { once } from "node:events";
import { connect } from "node:net";

export interface SlowClient {
  closedAfterMs: Promise<number>;
  received(): string;
}

/** Sends `text`, one byte a second, after `head` at once; only notes when the server closes. */
export function startSlowClient(port: number, head: string, text: string): SlowClient {
  const socket = connect(port, "127.0.0.1");
  const start = performance.now();
  let received = "";
  let sent = 0;
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(head);
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text[sent++ % text.length] ?? "x");
  }, 1_000);
  const closedAfterMs = once(socket, "close").then(() => {
    clearInterval(timer);
    return performance.now() - start;
  });
  return { closedAfterMs, received: () => received };
}

/** The four ways of being slow: with a request line and headers, a header, a body of known length, chunks. */
export function startSlowRequest(
  port: number,
  { path, key }: { path: string; key: string },
  index: number,
): SlowClient {
  const post = `POST ${path} HTTP/1.1\r\nhost: x\r\n`;
  const head = `${post}authorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const start = (first: string, text: string) => startSlowClient(port, first, text);
  if (index % 4 === 0) return start("", "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ".padEnd(200, "x"));
  if (index % 4 === 1) return start(`${post}x-slow: `, "x");
  if (index % 4 === 2) return start(`${head}content-length: 1000\r\n\r\n`, '{"prompt":"'.padEnd(990, "x"));
  return start(`${head}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n");
}
