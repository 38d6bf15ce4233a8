import { relayTo } from "./relay-to.ts";

// Passes connections to ports of its network on to unix sockets, and prints the ports as JSON.
const relays: { socket: string; port: number; host?: string }[] = JSON.parse(process.argv[2]!);
const servers = await Promise.all(relays.map(({ socket, ...there }) => relayTo({ path: socket }, there)));
console.log(JSON.stringify(servers.map((server) => (server.address() as { port: number }).port)));
