import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A stretch of the network between Copydesk and PostgreSQL that can lose what it is given without closing
 * anything.
 */
export interface PostgresProxy {
  /** `DATABASE_URL` of the same database through the proxy. */
  url: string;
  /**
   * From now on the open connections that listen to the channel carry nothing more, in either direction.
   * Answers how many.
   */
  silence(channel: string): number;
  /** How often a connection has begun to listen to the channel. */
  listens(channel: string): number;
  /** How many notifications of the channel have been handed on. */
  notifications(channel: string): number;
  close(): Promise<void>;
}

interface Link {
  sockets: [Socket, Socket];
  /** What the client has said, without what came after the first kilobytes. */
  said: string;
  isSilent: boolean;
}

const saidCharactersMax = 4_096;

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  const notified = new Map<string, number>();
  const ended: Link[] = [];
  const server = createServer((client) => {
    const upstream = connect(placeOf(target));
    const link: Link = { sockets: [client, upstream], said: "", isSilent: false };
    links.add(link);
    join(link, (chunk) => countNotifications(notified, chunk));
    client.once("close", () => {
      links.delete(link);
      ended.push(link);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const listening = (link: Link, channel: string) => link.said.includes(`listen "${channel}"`);
  return {
    url: `postgres://${target.username}${target.password && `:${target.password}`}@127.0.0.1:${port}${target.pathname}`,
    silence(channel) {
      const silenced = [...links].filter((link) => !link.isSilent && listening(link, channel));
      for (const link of silenced) link.isSilent = true;
      return silenced.length;
    },
    listens: (channel) => [...links, ...ended].filter((link) => listening(link, channel)).length,
    notifications: (channel) => notified.get(channel) ?? 0,
    async close() {
      for (const { sockets } of links) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The test's server may be at a unix socket, whose folder the URL has as its host. */
function placeOf(url: URL): { path: string } | { host: string; port: number } {
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function join(link: Link, onAnswer: (chunk: Buffer) => void): void {
  const [client, upstream] = link.sockets;
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on("error", () => undefined);
    from.on("end", () => link.isSilent || to.end());
    from.on("close", () => link.isSilent || to.destroy());
  }
  client.on("data", (chunk: Buffer) => {
    if (link.said.length < saidCharactersMax) link.said += chunk.toString("latin1");
    if (!link.isSilent) upstream.write(chunk);
  });
  upstream.on("data", (chunk: Buffer) => {
    if (link.isSilent) return;
    onAnswer(chunk);
    client.write(chunk);
  });
}

/** A notification is `A`, its length, the sender and the channel's name. */
function countNotifications(notified: Map<string, number>, chunk: Buffer): void {
  for (const [, channel] of chunk.toString("latin1").matchAll(/A[\s\S]{8}(copydesk_\w+)\0/g))
    notified.set(channel!, (notified.get(channel!) ?? 0) + 1);
}
