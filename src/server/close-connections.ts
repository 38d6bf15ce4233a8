import type { Server } from "node:http";
import type { Socket } from "node:net";

const everyMs = 50;

export interface Connections {
  /**
   * Ends, again and again, every connection on which no request waits for its response, and after `limitMs`
   * all of them. Call the result once the server is closed.
   */
  closeAll(limitMs: number): () => void;
}

/**
 * Watches the connections of a server. Node takes one for idle only once it has had a request; browsers open
 * others in advance, which would hold up the end of the service for a minute and a half.
 */
export function watchConnections(server: Server): Connections {
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  return {
    closeAll(limitMs) {
      const timer = setInterval(() => {
        // A connection whose last response is still being sent is not yet idle when closing begins.
        server.closeIdleConnections();
        for (const socket of unused) socket.destroy();
      }, everyMs);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      return () => {
        clearInterval(timer);
        clearTimeout(limit);
      };
    },
  };
}
