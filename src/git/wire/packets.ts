/** One packet of git's protocols: its bytes, or one of the three special packets without any. */
export type Packet = Buffer | "flush" | "delimiter" | "response_end";

export interface PacketReader {
  /** Returns the next packet; null at the end. Throws `ProtocolError`. */
  next(): Promise<Packet | null>;
}

/** The other side does not speak git's protocol. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  /** True if the other side closed the connection too early. */
  readonly isHangUp: boolean;
  /** True if the other side sent more than the limit. */
  readonly isTooLarge: boolean;

  constructor(message: string, { isHangUp = false, isTooLarge = false } = {}) {
    super(message);
    this.isHangUp = isHangUp;
    this.isTooLarge = isTooLarge;
  }
}

/** Includes the four digits of the length. */
const packetBytesMax = 65_520;
const digits = 4;
const marks = ["flush", "delimiter", "response_end"] as const;

export const flushPacket = Buffer.from("0000");
export const delimiterPacket = Buffer.from("0001");

export function packetOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + digits).toString(16).padStart(digits, "0")), bytes]);
}

/** Returns a line without the line feed that most senders add. */
export function lineOf(packet: Buffer): string {
  const end = packet.at(-1) === 0x0a ? packet.length - 1 : packet.length;
  return packet.toString("utf8", 0, end);
}

/** Reads packets, which may be split anywhere, up to `bytesMax` in total. */
export function createPacketReader(source: AsyncIterable<Uint8Array>, bytesMax: number): PacketReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let taken = 0;
  const fill = async (length: number): Promise<boolean> => {
    const parts: Uint8Array[] = [rest];
    let have = rest.length;
    while (have < length) {
      const { done, value } = await chunks.next();
      if (done) break;
      taken += value.length;
      if (taken > bytesMax) throw new ProtocolError("its answer is too large", { isTooLarge: true });
      parts.push(value);
      have += value.length;
    }
    if (parts.length > 1) rest = Buffer.concat(parts, have);
    return have >= length;
  };
  return {
    async next() {
      if (!(await fill(digits))) {
        if (rest.length > 0) throw hangUp();
        return null;
      }
      const length = readLength(rest);
      if (length < digits) {
        rest = rest.subarray(digits);
        return marks[length]!;
      }
      if (!(await fill(length))) throw hangUp();
      const packet = rest.subarray(digits, length);
      rest = rest.subarray(length);
      return packet;
    },
  };
}

function readLength(bytes: Buffer): number {
  const text = bytes.toString("latin1", 0, digits);
  const length = /^[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : -1;
  if (length < 0 || length === 3 || length > packetBytesMax)
    throw new ProtocolError(`protocol error: bad line length ${JSON.stringify(text)}`);
  return length;
}

/** Error for a connection that ends too early. */
export function hangUp(): ProtocolError {
  return new ProtocolError("the remote end hung up unexpectedly", { isHangUp: true });
}
