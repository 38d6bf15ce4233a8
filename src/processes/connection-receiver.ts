import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface ConnectionReceiver {
  /** Returns a key, and the connection that will begin with it. */
  expect(): ExpectedConnection;
  /** Rejects connections that are still expected with the reason. */
  close(reason: Error): void;
}

interface ExpectedConnection {
  key: string;
  connection: Promise<Socket>;
  /** Closes the connection, even if it is made later. */
  drop(): void;
}

const keyBytes = 16;
const keyMs = 10_000;

/**
 * Listens on a unix socket and identifies each connection by the key that it begins with. Does not keep the
 * process alive.
 */
export async function receiveConnections(path: string): Promise<ConnectionReceiver> {
  const expected = new Map<string, { resolve(socket: Socket): void; reject(error: Error): void }>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.setTimeout(keyMs, () => socket.destroy());
    socket.once("readable", () => {
      const key = (socket.read(keyBytes) as Buffer | null)?.toString("hex") ?? "";
      const waiting = expected.get(key);
      expected.delete(key);
      if (waiting === undefined) return socket.destroy();
      socket.setTimeout(0);
      waiting.resolve(socket);
    });
  });
  server.unref();
  server.listen(path);
  await once(server, "listening");
  return {
    expect() {
      const key = randomBytes(keyBytes).toString("hex");
      const { promise: connection, ...waiting } = Promise.withResolvers<Socket>();
      expected.set(key, waiting);
      const drop = (): void => {
        expected.delete(key);
        connection.then((socket) => socket.destroy()).catch(() => {});
      };
      return { key, connection, drop };
    },
    close(reason) {
      for (const { reject } of expected.values()) reject(reason);
      expected.clear();
      server.close();
    },
  };
}
