import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { NetConnectOpts } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { endWithTests } from "./end-with-tests.ts";
import { relayTo } from "./relay-to.ts";

const run = promisify(execFile);
const relayProgram = join(import.meta.dirname, "relay-process.ts");

/** A machine of a network: a network namespace with one cable to the machine where the services are. */
export interface Machine {
  /** What a program is started with to run on this machine: `ip netns exec …`. */
  prefix: readonly string[];
  /** The address, from there, of the services. */
  servicesAt: string;
  /** Pulls the cable out: nothing comes through in either direction, and nobody is told. */
  cut(): Promise<void>;
  /** What the services send to this machine is lost, what it sends to them arrives. */
  cutAnswers(): Promise<void>;
  /** The cable is in again, and connections that both sides still have go on. */
  mend(): Promise<void>;
}

export interface Network {
  machines: Machine[];
  /** Port on `servicesAt` of each service, in the order given. */
  ports: number[];
  /**
   * The services' machine starts anew: it knows no connection of before, and says so only to whoever sends it
   * something.
   */
  restartServices(): Promise<void>;
  close(): Promise<void>;
}

/** Why no network can be made here; null where it can. */
export async function whyNoNetwork(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "needs to be root";
  try {
    await run("unshare", ["--net", "ip", "link", "add", "one", "type", "veth", "peer", "name", "other"]);
    const name = `cd-${process.pid}-trial`;
    await run("ip", ["netns", "add", name]);
    await run("ip", ["netns", "del", name]);
    return null;
  } catch {
    return "needs network namespaces and the program ip (iproute2)";
  }
}

/**
 * So many machines, each with a cable of its own to one more where the services are, which are on this
 * machine in truth. The addresses are of the shared address space (RFC 6598), in these namespaces only.
 */
export async function makeNetwork(options: {
  machines: number;
  services: readonly NetConnectOpts[];
}): Promise<Network> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-net-"));
  const name = `cd-${process.pid}-${folder.slice(-6)}`;
  const middle = `${name}-services`;
  // Unix sockets belong to no network: through them the services' machine reaches what runs on this one.
  const sockets = options.services.map((_, n) => join(folder, `${n}`));
  const bridges = await Promise.all(options.services.map((to, n) => relayTo(to, { path: sockets[n] })));
  await run("ip", ["netns", "add", middle]);
  await at(middle, "ip", "link", "set", "lo", "up");
  const machines: Machine[] = [];
  for (let n = 0; n < options.machines; n += 1) machines.push(await addMachine(`${name}-${n}`, middle, n));
  let relay = await startRelay(
    middle,
    sockets,
    sockets.map(() => 0),
  );
  const { ports } = relay;
  return {
    machines,
    ports,
    async restartServices() {
      await relay.end();
      relay = await startRelay(middle, sockets, ports);
    },
    async close() {
      await relay.end();
      for (const bridge of bridges) await new Promise((resolve) => bridge.close(resolve));
      for (let n = 0; n < options.machines; n += 1) await run("ip", ["netns", "del", `${name}-${n}`]);
      await run("ip", ["netns", "del", middle]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function at(namespace: string, ...command: string[]) {
  return run("ip", ["netns", "exec", namespace, ...command]);
}

async function addMachine(own: string, middle: string, n: number): Promise<Machine> {
  const [servicesAt, address] = [`100.64.0.${4 * n + 1}`, `100.64.0.${4 * n + 2}`];
  const cable = `cable${n}`;
  await run("ip", ["netns", "add", own]);
  await run("ip", ["-n", middle, "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", own]);
  await run("ip", ["-n", middle, "address", "add", `${servicesAt}/30`, "dev", cable]);
  await run("ip", ["-n", middle, "link", "set", cable, "up"]);
  await run("ip", ["-n", own, "address", "add", `${address}/30`, "dev", "eth0"]);
  await run("ip", ["-n", own, "link", "set", "eth0", "up"]);
  await run("ip", ["-n", own, "link", "set", "lo", "up"]);
  return {
    prefix: ["ip", "netns", "exec", own],
    servicesAt,
    async cut() {
      await run("ip", ["-n", middle, "link", "set", cable, "down"]);
    },
    async cutAnswers() {
      await run("ip", ["-n", middle, "route", "add", "blackhole", `${address}/32`]);
    },
    async mend() {
      await run("ip", ["-n", middle, "link", "set", cable, "up"]);
      await run("ip", ["-n", middle, "route", "del", "blackhole", `${address}/32`]).catch(() => undefined);
    },
  };
}

async function startRelay(namespace: string, sockets: readonly string[], ports: readonly number[]) {
  const argument = JSON.stringify(sockets.map((socket, n) => ({ socket, port: ports[n] })));
  const child = spawn("ip", ["netns", "exec", namespace, process.execPath, relayProgram, argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithTests(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    ports: JSON.parse(line.toString()) as number[],
    async end() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
