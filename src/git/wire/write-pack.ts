import { createHash, type Hash } from "node:crypto";
import { promisify } from "node:util";
import { deflate, deflateSync } from "node:zlib";
import { formatOf, type GitObject, type ObjectType } from "../mirror/git-object.ts";

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const compress = promisify(deflate);
/** Compressing this little is faster than waking another thread. */
const shortBytesMax = 16 * 1024;

/** Streams a version 2 pack of these objects, without deltas. */
export async function* writePack(objects: ReadonlyMap<string, GitObject>): AsyncGenerator<Uint8Array> {
  const [first = ""] = objects.keys();
  const hash = createHash(formatOf(first));
  const header = Buffer.alloc(12);
  header.write("PACK", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.size, 8);
  yield hashed(hash, header);
  for (const { type, bytes } of objects.values()) {
    yield hashed(hash, entryHeader(typeNumbers[type], bytes.length));
    yield hashed(hash, bytes.length <= shortBytesMax ? deflateSync(bytes) : await compress(bytes));
  }
  yield hash.digest();
}

function hashed(hash: Hash, part: Uint8Array): Uint8Array {
  hash.update(part);
  return part;
}

/** Encodes type and size: four bits of the size beside the type, then seven per byte, lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = (type << 4) | (size % 16);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest % 128;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}
