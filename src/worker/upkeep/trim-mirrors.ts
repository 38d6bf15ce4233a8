import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

interface MirrorLimits {
  /** Limit for all mirrors together. */
  maxBytes: number;
  /** Limit for the time since a job last began on the mirror. */
  maxAgeMs: number;
}

interface Mirror {
  path: string;
  bytes: number;
  usedAt: number;
}

/**
 * Age below which a mirror stays: a job touches its mirror before it fetches, and a fetch that waits for
 * others takes up to 20 minutes.
 */
const untouchedMs = 30 * 60_000;

/** Age above which a job's refs no longer count, whatever has become of the job. */
const heldMsMax = 7 * 24 * 60 * 60_000;

/**
 * Removes the mirrors that no job has used for long, then, least recently used first, as many as needed to
 * keep the total within the limit; never one that a job holds. A later job creates its mirror again.
 * Returns the bytes that were freed.
 */
export async function trimMirrors(
  mirrorsFolder: string,
  { maxBytes, maxAgeMs }: MirrorLimits,
): Promise<number> {
  const mirrors = await listMirrors(mirrorsFolder);
  let total = mirrors.reduce((sum, { bytes }) => sum + bytes, 0);
  let freed = 0;
  for (const mirror of mirrors.sort((one, other) => one.usedAt - other.usedAt)) {
    const ageMs = Date.now() - mirror.usedAt;
    if (ageMs < untouchedMs || (total <= maxBytes && ageMs <= maxAgeMs)) continue;
    if (!(await removeUnlessHeld(mirrorsFolder, mirror))) continue;
    total -= mirror.bytes;
    freed += mirror.bytes;
  }
  return freed;
}

async function listMirrors(mirrorsFolder: string): Promise<Mirror[]> {
  const names = await readdir(mirrorsFolder).catch(() => []);
  const mirrors: Mirror[] = [];
  for (const name of names.filter((text) => /^[0-9a-f]{32}$/.test(text))) {
    const path = join(mirrorsFolder, name);
    const head = await stat(join(path, "HEAD")).catch(() => null);
    if (head !== null) mirrors.push({ path, usedAt: head.mtimeMs, bytes: await bytesIn(path) });
  }
  return mirrors;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

/** Renames the mirror first, so that nothing is removed under a job that has just begun. */
async function removeUnlessHeld(mirrorsFolder: string, { path, usedAt }: Mirror): Promise<boolean> {
  if (await isHeld(path)) return false;
  const aside = join(mirrorsFolder, `new-${randomBytes(6).toString("hex")}`);
  if (!(await putAside(path, aside))) return false;
  const head = await stat(join(aside, "HEAD"));
  if (head.mtimeMs !== usedAt || (await isHeld(aside))) {
    await rename(aside, path).catch(() => undefined);
    return false;
  }
  await rm(aside, { recursive: true, force: true });
  return true;
}

/** Returns false if another worker was faster. */
async function putAside(path: string, aside: string): Promise<boolean> {
  try {
    // Otherwise another worker may take it for an abandoned draft.
    const now = new Date();
    await utimes(path, now, now);
    await rename(path, aside);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

async function isHeld(mirror: string): Promise<boolean> {
  const jobs = join(mirror, "refs/jobs");
  for (const id of await readdir(jobs).catch(() => [])) {
    const folder = await stat(join(jobs, id)).catch(() => null);
    if (folder !== null && Date.now() - folder.mtimeMs < heldMsMax) return true;
  }
  return false;
}
