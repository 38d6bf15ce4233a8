import { describe, expect, it } from "vitest";
import { createPacketReader, flushPacket, type Packet, packetOf } from "./packets.ts";

async function* parts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, size: number, bytesMax = 1e6): Promise<(string | null)[]> {
  const reader = createPacketReader(parts(bytes, size), bytesMax);
  const seen: (string | null)[] = [];
  for (;;) {
    const packet: Packet | null = await reader.next();
    if (packet === null) return seen;
    seen.push(Buffer.isBuffer(packet) ? packet.toString() : `(${packet})`);
  }
}

describe("createPacketReader", () => {
  it.each([1, 2, 3, 5, 7, 64, 1e6])("reads packets that arrive in chunks of %i bytes", async (size) => {
    const long = "ü".repeat(30_000);
    const bytes = Buffer.concat([
      ...[packetOf("one\n"), packetOf(""), flushPacket],
      ...[Buffer.from("0001"), Buffer.from("0002"), packetOf(long), Buffer.from("000AsIxByt")],
    ]);
    const all = ["one\n", "", "(flush)", "(delimiter)", "(response_end)", long, "sIxByt"];
    expect(await readAll(bytes, size)).toEqual(all);
  });

  it.each(["0003", "-001", "+00a", "0x10", "zzzz", "fff1", "ffff", "00 5", "\0\0\0\0"])(
    "refuses the length %j",
    async (length) => {
      await expect(readAll(Buffer.from(`${length}abc`), 4)).rejects.toThrow("bad line length");
    },
  );

  it.each(["0", "000", "0008abc", "fff0"])("notices a truncation within %j", async (text) => {
    await expect(readAll(Buffer.from(text), 2)).rejects.toMatchObject({ isHangUp: true });
  });

  it("stops at its limit", async () => {
    let sent = 0;
    const endless = async function* () {
      for (;;) {
        sent += 1_000;
        yield Buffer.from("0004".repeat(250));
      }
    };
    const reader = createPacketReader(endless(), 50_000);
    const reading = (async () => {
      while ((await reader.next()) !== null);
    })();
    await expect(reading).rejects.toThrow("too large");
    expect(sent).toBeLessThan(60_000);
  });
});
