/**
 * Sends one request repeatedly on each of many connections, from a separate process: a list of loads comes as
 * a message, and the total number of responses is sent back. All responses must have the same length, so that
 * counting bytes is enough.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Load {
  port: number;
  /** The whole request. */
  request: string;
  connections: number;
  ms: number;
}

process.on("message", async (loads: Load[]) => {
  const results = await Promise.all(loads.map(run));
  const responses = results.reduce((sum, result) => sum + result.responses, 0);
  process.send!({ responses, ms: Math.max(...results.map(({ ms }) => ms)) });
});

async function run({ port, request, connections, ms }: Load): Promise<{ responses: number; ms: number }> {
  const length = await lengthOf(port, request);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  let responses = 0;
  const startedAt = performance.now();
  let isOver = false;
  await Promise.all(
    sockets.map(async (socket) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let received = 0;
      socket.on("data", (chunk) => {
        received += chunk.length;
        if (received < length) return;
        if (received > length || !isLike200(chunk, received === chunk.length))
          return reject(new Error("another response"));
        received = 0;
        responses += 1;
        if (isOver) resolve();
        else socket.write(request);
      });
      socket.on("error", reject);
      socket.write(request);
      setTimeout(() => {
        isOver = true;
      }, ms);
      await promise;
      socket.destroy();
    }),
  );
  return { responses, ms: performance.now() - startedAt };
}

const okay = Buffer.from("HTTP/1.1 20");

function isLike200(chunk: Buffer, isWhole: boolean): boolean {
  return !isWhole || chunk.subarray(0, okay.length).equals(okay);
}

async function lengthOf(port: number, request: string): Promise<number> {
  const socket = await open(port);
  socket.write(request);
  let text = "";
  for (;;) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString("latin1");
    const end = text.indexOf("\r\n\r\n") + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (end < 4 || text.length < end + length) continue;
    socket.destroy();
    if (!text.startsWith("HTTP/1.1 20")) throw new Error(text);
    return end + length;
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  await once(socket, "connect");
  return socket;
}
