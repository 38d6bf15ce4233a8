import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";

export interface SdkPackage {
  bytes: Buffer;
  etag: string;
  fileName: string;
}

/** Modification time that npm gives every file of a package. */
const mtime = new Date("1985-10-26T08:15:00.000Z");

// Byte of the gzip header; 255 is "unknown" (RFC 1952, section 2.3.1).
const operatingSystemByte = 9;

/** Packs the client library as a package that npm can install; the bytes are the same on every machine. */
export async function packSdk(folder = join(import.meta.dirname, "../../sdk")): Promise<SdkPackage> {
  const built = (await readdir(join(folder, "dist"))).sort().map((name) => `dist/${name}`);
  const names = ["package.json", "LICENSE", "README.md", ...built];
  const bodies = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const tar = await packTar(
    names.map((name, n) => {
      const body = bodies[n]!;
      return { header: { name: `package/${name}`, size: body.length, mode: 0o644, mtime }, body };
    }),
  );
  // Stored, not compressed: compressors differ between processors, and lock files hold the hash of these
  // bytes.
  const bytes = gzipSync(tar, { level: 0 });
  bytes[operatingSystemByte] = 255;
  const { name, version } = JSON.parse(bodies[0]!.toString()) as { name: string; version: string };
  return {
    bytes,
    etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
    fileName: `${name.replace("@", "").replace("/", "-")}-${version}.tgz`,
  };
}
