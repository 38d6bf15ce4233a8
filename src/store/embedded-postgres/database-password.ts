import { randomBytes } from "node:crypto";
import { chown, link, open, readFile, rm } from "node:fs/promises";
import { ignoreExisting, type ServerPlace } from "./server-place.ts";

/** Returns the password of the embedded server's only role; null if none was created yet. */
export async function readPassword({ passwordFile }: ServerPlace): Promise<string | null> {
  try {
    return (await readFile(passwordFile, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Creates a password that only the service's user can read; the server may run as another user. Only under
 * the start lock.
 */
export async function makePassword(place: ServerPlace): Promise<string> {
  const { passwordFile, passwordOwner } = place;
  const draft = `${passwordFile}.${randomBytes(4).toString("hex")}`;
  const password = randomBytes(32).toString("hex");
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (passwordOwner !== null) await chown(draft, passwordOwner.uid, passwordOwner.gid);
  await link(draft, passwordFile).catch(ignoreExisting);
  await rm(draft, { force: true });
  return (await readPassword(place)) ?? password;
}
