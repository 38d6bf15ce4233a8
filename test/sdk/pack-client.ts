import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { packSdk } from "../../src/server/pack-sdk.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

export interface PackedClient {
  /** A package that has the client installed. */
  app: string;
  /** The published package. */
  folder: string;
  remove(): Promise<void>;
}

/** The blocks of a language in the README, in their order. */
export async function readmeBlocks(language: string): Promise<string[]> {
  const text = await readFile(join(root, "sdk/README.md"), "utf8");
  const fences = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"));
  return [...fences].map(([, block]) => block ?? "");
}

/**
 * The package as the service serves it, put where npm would put it; test/sdk/install.test.ts shows that npm
 * does.
 */
export async function packClient(): Promise<PackedClient> {
  const app = await mkdtemp(join(tmpdir(), "copydesk-client-"));
  const folder = join(app, "node_modules/@copydesk/client");
  await writeFile(join(app, "package.json"), JSON.stringify({ name: "my-app", type: "module" }));
  const { bytes } = await packSdk();
  for (const { header, data = "" } of await unpackTar(gunzipSync(bytes))) {
    const path = join(folder, header.name.replace(/^package\//, ""));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, data);
  }
  return { app, folder, remove: () => rm(app, { recursive: true, force: true }) };
}

/** The first Node of a major version in the PATH; null when there is none. */
export async function findNode(major: number): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const node = join(folder, "node");
    const { stdout } = await execute(node, ["--version"]).catch(() => ({ stdout: "" }));
    if (stdout.startsWith(`v${major}.`)) return node;
  }
  return null;
}
