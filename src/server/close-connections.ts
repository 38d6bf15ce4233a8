import type { Server } from "node:http";
import type { Socket } from "node:net";

const everyMs = 50;

export interface Connections {
  /**
   * Closes every connection that has no pending request, as soon as that is so, and after `limitMs` all of
   * them. Call the returned function once the server is closed.
   */
  closeAll(limitMs: number): () => void;
}

/**
 * Watches the connections of a server. To Node, a connection is idle only after its first request. Browsers
 * open connections in advance, and these would delay the shutdown until they time out.
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
