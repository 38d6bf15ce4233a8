import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { git } from "./git-fixture.ts";

const blockBytes = 0xffff;

/**
 * Puts a pack of a few kilobytes into a repository: files, each a small one copied so often that it has
 * `fileBytes`, and a commit of them on branch `main`. Answers the bytes of the pack.
 */
export async function plantDeltaBomb(path: string, files: { count: number; bytes: number }): Promise<number> {
  const names = Array.from({ length: files.count }, (_, at) => `f${at}.md`);
  // Each ends in another byte, so that no two are the same object.
  const whole = (at: number) => ({ copies: Math.floor(files.bytes / blockBytes), end: Buffer.from([at]) });
  const base = Buffer.alloc(blockBytes);
  const objects = [packed(3, base), ...names.map((_, at) => delta(base, whole(at)))];
  const blobs = names.map((_, at) => hashOf(base, whole(at)));
  const header = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([header, ...objects]);
  const pack = Buffer.concat([body, createHash("sha1").update(body).digest()]);
  await git(path, ["-c", "core.bigFileThreshold=1g", "index-pack", "--stdin"], { input: pack });
  const entries = names.map((name, at) => `100644 blob ${blobs[at]}\t${name}\n`);
  const tree = await git(path, ["mktree", "--missing"], { input: entries.join("") });
  const commit = await git(path, ["commit-tree", "-m", "bomb", tree]);
  await git(path, ["update-ref", "refs/heads/main", commit]);
  return pack.length;
}

type Whole = { copies: number; end: Buffer };

function hashOf(base: Buffer, { copies, end }: Whole): string {
  const hash = createHash("sha1").update(`blob ${copies * blockBytes + end.length}\0`);
  for (let at = 0; at < copies; at += 1) hash.update(base);
  return hash.update(end).digest("hex");
}

/** A REF_DELTA that copies the whole base again and again. */
function delta(base: Buffer, { copies, end }: Whole): Buffer {
  const baseHash = createHash("sha1").update(`blob ${base.length}\0`).update(base).digest();
  // From offset 0, 0xffff bytes.
  const copy = Buffer.from([0b1011_0000, 0xff, 0xff]);
  const instructions = Buffer.concat([
    size(base.length),
    size(copies * blockBytes + end.length),
    ...Array.from({ length: copies }, () => copy),
    Buffer.from([end.length]),
    end,
  ]);
  return packed(7, instructions, baseHash);
}

/** Seven bits a byte, the lowest first. */
function size(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 0x80);
  }
}

function packed(type: number, content: Buffer, reference: Buffer = Buffer.alloc(0)): Buffer {
  const rest = Math.floor(content.length / 16);
  const first = (type << 4) | (content.length % 16) | (rest > 0 ? 0x80 : 0);
  const head = rest > 0 ? Buffer.concat([Buffer.from([first]), size(rest)]) : Buffer.from([first]);
  return Buffer.concat([head, reference, deflateSync(content)]);
}
