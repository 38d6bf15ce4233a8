import { connect, createServer, type ListenOptions, type NetConnectOpts, type Server } from "node:net";
import { joinSockets } from "./join-sockets.ts";

/** Whoever connects there is connected to `target`. */
export async function relayTo(target: NetConnectOpts, there: ListenOptions): Promise<Server> {
  const server = createServer((client) => joinSockets(client, connect(target)));
  await new Promise<void>((resolve) => server.listen(there, resolve));
  return server;
}
