import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { pidScope, processIdentity } from "./process-identity.ts";
import { replaceFile } from "./replace-file.ts";

const ownerSchema = z.object({ pid: z.number(), identity: z.string().nullable(), scope: z.string() });
type Owner = z.infer<typeof ownerSchema>;

const waitMs = 180_000;
const pollMs = 20;
// The owner touches its lock, for those who cannot see its process.
const touchMs = 5_000;
const untouchedMs = 30_000;

/** Runs `work` while no other process does so on this folder. Ignores a lock whose owner has died. */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, "start.lock");
  const pid = process.pid;
  const owner = { pid, identity: await processIdentity(pid), scope: await pidScope() };
  await acquire(path, owner);
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, touchMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

async function acquire(path: string, owner: Owner): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    if (await create(path, JSON.stringify(owner))) return;
    if (await isAbandoned(path, owner.scope)) await breakLock(path, owner);
    else await sleep(pollMs);
  }
  throw new AppError(
    "store_unavailable",
    `Another process has been starting the database for ${waitMs / 1_000} s; ${path} names it. End it and try again.`,
  );
}

/** Creates the file by a link, so that it appears together with its text. */
async function create(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await replaceFile(draft, text);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

// Only the holder of the second lock removes somebody else's lock, so that nobody removes its successor.
async function breakLock(path: string, owner: Owner): Promise<void> {
  const guard = `${path}.breaking`;
  if (!(await create(guard, JSON.stringify(owner)))) {
    if (await isOlderThan(guard, untouchedMs)) await rm(guard, { force: true });
    await sleep(pollMs);
    return;
  }
  try {
    if (await isAbandoned(path, owner.scope)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function isAbandoned(path: string, scope: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return false;
  const owner = parseOwner(text);
  if (owner === null || owner.scope !== scope) return await isOlderThan(path, untouchedMs);
  return (await processIdentity(owner.pid)) !== owner.identity;
}

function parseOwner(text: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function isOlderThan(path: string, ageMs: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ageMs;
}
