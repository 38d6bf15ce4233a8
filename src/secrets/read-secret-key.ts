import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";

/**
 * The 32 bytes that secrets are encrypted with: the configured key, else the one in `secret.key` of the data folder (64 hexadecimal
 * digits, readable by its owner only), which is made when it is first needed. Throws `invalid_configuration`.
 */
export async function readSecretKey(config: {
  secretKey: string | null;
  dataFolder: string;
}): Promise<Buffer> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey, "hex");
  const path = join(config.dataFolder, "secret.key");
  const text = (await readIfThere(path)) ?? (await make(config.dataFolder, path));
  if (/^[0-9a-f]{64}\s*$/i.test(text)) return Buffer.from(text.trim(), "hex");
  throw new AppError("invalid_configuration", `${path} does not hold 64 hexadecimal digits.`);
}

async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Under another name first: of several processes that start at once, all use the key of the quickest. */
async function make(dataFolder: string, path: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  await chmod(draft, 0o600);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
  return await readFile(path, "utf8");
}
