import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between a browser and a service, whose address stays when the service comes back elsewhere. */
export interface CuttableRelay {
  url: string;
  lead(url: string): void;
  /** What comes from the service over the connections of now arrives no more, and nobody is told. */
  stall(): void;
  close(): Promise<void>;
}

export async function startCuttableRelay(): Promise<CuttableRelay> {
  let port = 0;
  const pairs = new Set<[client: Socket, service: Socket]>();
  const server = createServer((client) => {
    const service = connect(port, "127.0.0.1");
    const pair: [Socket, Socket] = [client, service];
    pairs.add(pair);
    client.pipe(service);
    service.pipe(client);
    for (const socket of pair) {
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        for (const each of pair) each.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (url) => {
      port = Number(new URL(url).port);
    },
    stall: () => {
      for (const [client, service] of pairs) {
        service.unpipe(client);
        service.resume();
      }
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
