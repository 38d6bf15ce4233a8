import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

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

/** Packs and installs the client with the commands of its README, beside a copy of its folder. Asks no registry. */
export async function packClient(): Promise<PackedClient> {
  const place = await mkdtemp(join(tmpdir(), "copydesk-client-"));
  const app = join(place, "my-app");
  await mkdir(app);
  await writeFile(join(app, "package.json"), JSON.stringify({ name: "my-app", type: "module" }));
  const parts = [
    "package.json",
    "tsconfig.json",
    "point-declarations-to-js.mjs",
    "src",
    "README.md",
    "LICENSE",
  ];
  for (const part of parts)
    await cp(join(root, "sdk", part), join(place, "copydesk/sdk", part), { recursive: true });
  await symlink(join(root, "node_modules"), join(place, "copydesk/node_modules"));
  const [install = ""] = await readmeBlocks("sh");
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: place,
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
  };
  await execute("bash", ["-ec", install], { cwd: place, env, timeout: 120_000 });
  return {
    app,
    folder: join(app, "node_modules/@copydesk/client"),
    remove: () => rm(place, { recursive: true, force: true }),
  };
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
