import type { Server } from "node:http";

/**
 * Closes a server with all of its connections. It stops listening first: one that came in between would hold
 * up its end.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
