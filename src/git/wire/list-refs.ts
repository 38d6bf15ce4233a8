import { readPathRefs } from "../path-repository/read-path-refs.ts";
import type { RemoteAccess, RemoteOptions } from "../remote/open-remote.ts";
import { remoteFailure } from "../remote/remote-failure.ts";
import { type Conversation, ConversationFailed, type ConversationRequest } from "./conversation.ts";
import { converse } from "./converse.ts";
import {
  delimiterPacket,
  flushPacket,
  hangUp,
  lineOf,
  type PacketReader,
  ProtocolError,
  packetOf,
} from "./packets.ts";
import { assertNoError, capabilityOf, isPlainRef, readGreeting, type TakeRef } from "./read-greeting.ts";

interface ListRequest extends Omit<ConversationRequest, "service"> {
  /** A full ref name, or a prefix that ends with a slash. */
  wanted: string;
  take: TakeRef;
}

const listMs = 60_000;
const listBytesMax = 64 * 1024 * 1024;

/**
 * Lists refs of a remote, and returns the ref that HEAD names if HEAD is wanted. Throws
 * `repository_unreachable`, and `repository_too_large` for a list that is too long.
 */
export async function listRefs(
  options: RemoteOptions,
  remote: RemoteAccess,
  { wanted, take, ...request }: ListRequest,
): Promise<string | null> {
  const here = remote.local === null ? undefined : await readPathRefs(remote.local, wanted, take);
  if (here !== undefined) return here;
  const limits = { totalMs: listMs, bytesMax: listBytesMax, ...request };
  try {
    const asked = { ...limits, service: "upload-pack" } as const;
    const { result } = await converse(options, remote, asked, (conversation) =>
      readRefs(conversation, wanted, take),
    );
    return result;
  } catch (error) {
    throw error instanceof ConversationFailed ? remoteFailure(options, error.words) : error;
  }
}

async function readRefs(conversation: Conversation, wanted: string, take: TakeRef): Promise<string | null> {
  const takeWanted: TakeRef = (name, id) => {
    if (name === wanted || (wanted.endsWith("/") && name.startsWith(wanted))) take(name, id);
  };
  const greeting = await readGreeting(conversation.greeting, takeWanted);
  if (greeting.version === 0) {
    const heads = greeting.capabilities.filter((capability) => capability.startsWith("symref=HEAD:"));
    return wanted === "HEAD" ? (heads[0]?.slice("symref=HEAD:".length) ?? null) : null;
  }
  if (capabilityOf(greeting, "ls-refs") === null)
    throw new ProtocolError("protocol error: the server cannot list its refs");
  const format = capabilityOf(greeting, "object-format");
  const body = [
    packetOf("command=ls-refs\n"),
    ...(format === null ? [] : [packetOf(`object-format=${format}\n`)]),
    ...[delimiterPacket, packetOf("symrefs\n"), packetOf(`ref-prefix ${wanted}\n`), flushPacket],
  ];
  return await readAnswer(await conversation.ask(Buffer.concat(body)), takeWanted);
}

const refLine = /^([0-9a-f]{40}|[0-9a-f]{64}) ([^ ]+)(?: (.*))?$/;

async function readAnswer(reader: PacketReader, take: TakeRef): Promise<string | null> {
  let head: string | null = null;
  for (let packet = await reader.next(); packet !== "flush"; packet = await reader.next()) {
    if (packet === null) throw hangUp();
    const line = Buffer.isBuffer(packet) ? lineOf(packet) : "";
    assertNoError(line);
    const [, id, name, more = ""] = refLine.exec(line) ?? [];
    if (id === undefined || name === undefined) throw new ProtocolError("protocol error: expected a ref");
    if (!isPlainRef(name)) continue;
    take(name, id);
    const target = more.split(" ").find((word) => word.startsWith("symref-target:"));
    if (name === "HEAD" && target !== undefined) head = target.slice("symref-target:".length);
  }
  return head;
}
