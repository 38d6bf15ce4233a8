import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface StreamClient {
  /** Returns how many have received an event since the last call. */
  expect(): { all: Promise<number[]> };
  close(): void;
}

const atOnce = 100;

/**
 * Opens streams over plain sockets, which cost the bench little; resolves when each has received the first
 * event of its job.
 */
export async function openStreams(
  serverUrl: string,
  paths: readonly string[],
  headers: Record<string, string>,
  words = "\nevent: ",
): Promise<StreamClient> {
  const sockets: Socket[] = [];
  let onEvent: (index: number) => void = () => undefined;
  for (let from = 0; from < paths.length; from += atOnce) {
    const group = paths.slice(from, from + atOnce);
    await Promise.all(
      group.map(async (path, offset) => {
        const socket = await openOne(serverUrl, path, headers, words);
        const index = from + offset;
        sockets[index] = socket;
        socket.on("data", (chunk: Buffer) => chunk.includes(words) && onEvent(index));
      }),
    );
  }
  return {
    expect() {
      const startedAt = performance.now();
      const seen = new Map<number, number>();
      const { promise, resolve } = Promise.withResolvers<number[]>();
      onEvent = (index) => {
        if (!seen.has(index)) seen.set(index, performance.now() - startedAt);
        if (seen.size === paths.length) resolve([...seen.values()]);
      };
      return { all: promise };
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function openOne(
  serverUrl: string,
  path: string,
  headers: Record<string, string>,
  words: string,
): Promise<Socket> {
  const { hostname, port, host } = new URL(serverUrl);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  socket.on("error", () => undefined);
  for (let text = ""; !text.includes(words); ) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString();
    if (/^HTTP\/1\.1 [45]/.test(text)) throw new Error(text);
  }
  return socket;
}
