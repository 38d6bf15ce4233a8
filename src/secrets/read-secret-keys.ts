import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { chmod, link, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { makeFolder } from "../files/make-folder.ts";
import type { SecretKeys } from "./secret-box.ts";

interface SecretKeyConfig {
  secretKey: string | null;
  /** Replaced keys, which still open what was sealed with them. */
  oldSecretKeys: readonly string[];
  dataFolder: string;
}

/**
 * Returns the keys that secrets are encrypted with: the configured ones, else those in the data folder's
 * `secret.key` (each 64 hexadecimal digits on its own line, newest first, readable by its owner only),
 * which is created on first use. Every process notices a change of the file at once. Throws
 * `invalid_configuration`.
 */
export async function readSecretKeys(config: SecretKeyConfig): Promise<SecretKeys> {
  const old = config.oldSecretKeys.map(toKey);
  if (config.secretKey !== null) {
    const keys = [toKey(config.secretKey), ...old];
    return () => keys;
  }
  const path = secretKeyFile(config.dataFolder);
  if ((await stat(path).catch(() => null)) === null) await make(config.dataFolder, path);
  const read = watchFile(path);
  read();
  return () => [...read(), ...old];
}

/** Returns the existing keys without creating any. Throws `invalid_configuration`. */
export async function findSecretKeys(config: SecretKeyConfig): Promise<readonly Buffer[]> {
  const hasFile = await stat(secretKeyFile(config.dataFolder)).catch(() => null);
  if (config.secretKey === null && hasFile === null) return config.oldSecretKeys.map(toKey);
  return (await readSecretKeys(config))();
}

/** Appends keys to the file, or creates it with them, so that what they sealed can be opened. */
export async function keepSecretKeys(dataFolder: string, keys: readonly Buffer[]): Promise<void> {
  const path = secretKeyFile(dataFolder);
  await makeFolder(dataFolder);
  const known = await readFile(path, "utf8").catch(() => "");
  const lines = [...known.trim().split(/\s+/), ...keys.map((key) => key.toString("hex"))];
  await replace(path, [...new Set(lines.filter((line) => line !== ""))]);
}

/** Puts a new key first in the file; it seals everything from now on. */
export async function addSecretKey(dataFolder: string): Promise<void> {
  const path = secretKeyFile(dataFolder);
  const lines = [newKey(), ...(await readFile(path, "utf8")).trim().split(/\s+/)];
  await replace(path, lines);
}

/** Removes all but the newest key of the file. Returns how many. */
export async function dropOldSecretKeys(dataFolder: string): Promise<number> {
  const path = secretKeyFile(dataFolder);
  const [newest, ...old] = (await readFile(path, "utf8")).trim().split(/\s+/);
  if (old.length > 0) await replace(path, [newest!]);
  return old.length;
}

function secretKeyFile(dataFolder: string): string {
  return join(dataFolder, "secret.key");
}

/** Reads the file again whenever it has changed. */
function watchFile(path: string): () => readonly Buffer[] {
  let known = { mark: "", keys: [] as readonly Buffer[] };
  return () => {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    const mark = `${ino} ${mtimeNs} ${size}`;
    if (mark !== known.mark) known = { mark, keys: parse(path, readFileSync(path, "utf8")) };
    return known.keys;
  };
}

function parse(path: string, text: string): Buffer[] {
  const lines = text.trim().split(/\s+/);
  if (lines.every((line) => /^[0-9a-f]{64}$/i.test(line))) return lines.map(toKey);
  throw new AppError(
    "invalid_configuration",
    `${path} does not hold keys of 64 hexadecimal digits. Give back the file that the data folder was used with, or set COPYDESK_SECRET_KEY; where no secret was stored yet, remove it and a new one is made.`,
  );
}

function toKey(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function newKey(): string {
  return randomBytes(32).toString("hex");
}

async function writeDraft(path: string, lines: readonly string[]): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx", flush: true });
  await chmod(draft, 0o600);
  return draft;
}

async function replace(path: string, lines: readonly string[]): Promise<void> {
  await rename(await writeDraft(path, lines), path);
}

/**
 * Written under another name first: of several processes that start at once, all use the key of the
 * fastest.
 */
async function make(dataFolder: string, path: string): Promise<void> {
  await makeFolder(dataFolder);
  const draft = await writeDraft(path, [newKey()]);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
}
