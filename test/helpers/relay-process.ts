import { relayTo } from "./relay-to.ts";

// Passes connections to ports of its network on to unix sockets, and prints the ports as JSON.
const relays: { socket: string; port: number }[] = JSON.parse(process.argv[2]!);
const servers = await Promise.all(relays.map(({ socket, port }) => relayTo({ path: socket }, { port })));
console.log(JSON.stringify(servers.map((server) => (server.address() as { port: number }).port)));
