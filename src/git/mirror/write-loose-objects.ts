import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { constants, deflate, deflateSync } from "node:zlib";
import { makeFolder } from "../../files/make-folder.ts";
import { translateFull } from "./ensure-mirror.ts";
import type { GitObject } from "./git-object.ts";

const compress = promisify(deflate);
const fast = { level: constants.Z_BEST_SPEED };
/** Compressing this little is faster than waking another thread. */
const shortBytesMax = 32 * 1024;
const options = { mode: 0o444 };

/** Writes objects so that git finds them in this git directory. Throws `workspace_disk_full`. */
export async function writeLooseObjects(
  gitDirectory: string,
  objects: ReadonlyMap<string, GitObject>,
): Promise<void> {
  const writes = [...objects].map(([id, object]) => writeLooseObject(gitDirectory, id, object));
  await Promise.all(writes).catch(translateFull);
}

export function looseObjectPath(gitDirectory: string, id: string): string {
  return join(gitDirectory, "objects", id.slice(0, 2), id.slice(2));
}

async function writeLooseObject(gitDirectory: string, id: string, { type, bytes }: GitObject): Promise<void> {
  const place = looseObjectPath(gitDirectory, id);
  const folder = dirname(place);
  const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const packed = whole.length <= shortBytesMax ? deflateSync(whole, fast) : await compress(whole, fast);
  // Written under another name first, so that git never sees part of it.
  const draft = join(folder, `tmp_${randomUUID()}`);
  try {
    await writeFile(draft, packed, options).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await makeFolder(folder);
      await writeFile(draft, packed, options);
    });
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
