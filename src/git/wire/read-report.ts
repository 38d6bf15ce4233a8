import type { Said } from "./conversation.ts";
import {
  createPacketReader,
  hangUp,
  lineOf,
  type Packet,
  type PacketReader,
  ProtocolError,
} from "./packets.ts";

/** Outcome of a push. */
interface Report {
  /** Null if the ref was changed, otherwise the host's reason. */
  refusal: string | null;
  /** Whether the host could unpack what was sent. */
  isUnpacked: boolean;
}

const reportBytesMax = 1024 * 1024;

/** Reads receive-pack's report on one ref, with or without `side-band-64k`. Throws `ProtocolError`. */
export async function readReport(
  reader: PacketReader,
  { ref, isBanded, said }: { ref: string; isBanded: boolean; said: Said },
): Promise<Report> {
  const report = isBanded ? createPacketReader(firstBand(reader, said), reportBytesMax) : reader;
  let isUnpacked = false;
  let refusal: string | null | undefined;
  for (let packet = await report.next(); packet !== "flush"; packet = await report.next()) {
    if (packet === null) throw hangUp();
    if (!Buffer.isBuffer(packet)) throw new ProtocolError("protocol error: expected a report");
    const line = lineOf(packet);
    if (line.startsWith("unpack ")) isUnpacked = line === "unpack ok";
    else if (line === `ok ${ref}`) refusal = null;
    else if (line.startsWith(`ng ${ref} `)) refusal = line.slice(`ng ${ref} `.length);
  }
  if (isBanded) await readToEnd(reader, said);
  if (refusal === undefined) refusal = "remote failed to report status";
  return { refusal: refusal === null ? null : refusal.replace(/\p{Cc}/gu, " "), isUnpacked };
}

/** Yields the first band, which has the report; the second has text for people, the third a fatal error. */
async function* firstBand(reader: PacketReader, said: Said): AsyncGenerator<Uint8Array> {
  for (let packet = await reader.next(); packet !== "flush"; packet = await reader.next()) {
    if (packet === null) throw hangUp();
    const part = takeBand(packet, said);
    if (part !== null) yield part;
  }
}

/** Reads what hooks print after the report. */
async function readToEnd(reader: PacketReader, said: Said): Promise<void> {
  for (let packet = await reader.next(); packet !== "flush"; packet = await reader.next()) {
    if (packet === null) return;
    takeBand(packet, said);
  }
}

function takeBand(packet: Packet, said: Said): Uint8Array | null {
  if (!Buffer.isBuffer(packet)) throw new ProtocolError("protocol error: expected a band");
  const [band] = packet;
  if (band === 1) return packet.subarray(1);
  if (band !== 2 && band !== 3) throw new ProtocolError(`protocol error: bad band #${band}`);
  said.add(packet.subarray(1));
  if (band === 3) throw new ProtocolError("the remote end stopped with an error");
  return null;
}
