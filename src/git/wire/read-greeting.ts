import { hangUp, lineOf, type PacketReader, ProtocolError } from "./packets.ts";

/** What a service sends before it is asked anything. */
export interface Greeting {
  version: 0 | 2;
  /** With values: `name` or `name=value`. */
  capabilities: readonly string[];
}

/** Receives the refs, which the greeting lists in protocol 0. */
export type TakeRef = (name: string, id: string) => void;

const refLine = /^([0-9a-f]{40}|[0-9a-f]{64}) ([^\0]+)$/;
const zeros = /^0+$/;

/** Reads to the end of the greeting. Skips names that git forbids. Throws `ProtocolError`. */
export async function readGreeting(reader: PacketReader, takeRef: TakeRef): Promise<Greeting> {
  let first = await reader.next();
  // Sent over http only.
  if (Buffer.isBuffer(first) && first.toString("latin1", 0, 10) === "# service=") {
    if ((await reader.next()) !== "flush") throw invalid();
    first = await reader.next();
  }
  if (first === null) throw hangUp();
  if (Buffer.isBuffer(first) && lineOf(first) === "version 2")
    return { version: 2, capabilities: await readCapabilities(reader) };
  if (Buffer.isBuffer(first) && lineOf(first) === "version 1") first = await reader.next();
  let capabilities: string[] | null = null;
  for (let packet = first; packet !== "flush"; packet = await reader.next()) {
    if (packet === null) throw hangUp();
    if (!Buffer.isBuffer(packet)) throw invalid();
    const line = lineOf(packet);
    assertNoError(line);
    const [ref, words]: [string, string] = capabilities === null ? cutAtNul(line) : [line, ""];
    capabilities ??= words.split(" ").filter(Boolean);
    if (ref.startsWith("shallow ")) continue;
    const [, id, name] = refLine.exec(ref) ?? [];
    if (id === undefined || name === undefined) throw invalid();
    if (!zeros.test(id) && isPlainRef(name)) takeRef(name, id);
  }
  return { version: 0, capabilities: capabilities ?? [] };
}

/** Returns the value of a capability: "" if it has no value, null if the service lacks it. */
export function capabilityOf({ capabilities }: Greeting, name: string): string | null {
  const found = capabilities.find((entry) => entry === name || entry.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}

/** Throws the error that the other side sent instead of an answer. */
export function assertNoError(line: string): void {
  if (line.startsWith("ERR ")) throw new ProtocolError(`remote error: ${line.slice("ERR ".length)}`);
}

/**
 * Whether a name has none of the characters that git forbids in refs: control characters, spaces,
 * wildcards.
 */
export function isPlainRef(name: string): boolean {
  return /^[^\p{Cc} ~^:?*[\\]+$/u.test(name);
}

async function readCapabilities(reader: PacketReader): Promise<string[]> {
  const capabilities: string[] = [];
  for (let packet = await reader.next(); packet !== "flush"; packet = await reader.next()) {
    if (packet === null) throw hangUp();
    if (!Buffer.isBuffer(packet)) throw invalid();
    assertNoError(lineOf(packet));
    capabilities.push(lineOf(packet));
  }
  return capabilities;
}

function cutAtNul(line: string): [string, string] {
  const at = line.indexOf("\0");
  return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

function invalid(): ProtocolError {
  return new ProtocolError("protocol error: expected a list of refs");
}
