/**
 * `node scripts/build-sdk.ts`: builds `sdk/dist`, which is committed, so that the client can be installed
 * from a clone without a build.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { joinDeclarations } from "./join-declarations.ts";

const root = join(import.meta.dirname, "..");
const sdk = join(root, "sdk");

/** Returns every file of `sdk/dist` by its name. Throws the compiler's errors in the sources. */
export async function buildSdk(): Promise<Map<string, string>> {
  const [declarations, [esm, commonJs]] = await Promise.all([buildDeclarations(), bundle()]);
  return new Map([
    ["index.js", esm],
    ["index.cjs", commonJs],
    ["index.d.ts", declarations],
    // The same text: its file name determines the kind of module that it describes.
    ["index.d.cts", declarations],
  ]);
}

/** Returns the names of files in `sdk/dist` that differ from a build of the sources. */
export async function findStaleSdkFiles(): Promise<string[]> {
  const built = await buildSdk();
  const found = await readdir(join(sdk, "dist")).catch(() => []);
  const texts = await Promise.all(
    [...built.keys()].map((name) => readFile(join(sdk, "dist", name), "utf8").catch(() => null)),
  );
  const changed = [...built].flatMap(([name, text], n) => (texts[n] === text ? [] : [name]));
  return [...changed, ...found.filter((name) => !built.has(name))];
}

async function bundle(): Promise<[string, string]> {
  const build = await rolldown({ cwd: sdk, input: "src/index.ts", platform: "neutral", tsconfig: false });
  try {
    const write = async (format: "esm" | "cjs") => (await build.generate({ format })).output[0].code;
    return [await write("esm"), await write("cjs")];
  } finally {
    await build.close();
  }
}

async function buildDeclarations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-sdk-"));
  try {
    const tsc = join(root, "node_modules/.bin/tsc");
    await promisify(execFile)(tsc, ["-p", sdk, "--outDir", folder]).catch(({ stdout }) => {
      throw new Error(stdout);
    });
    const names = (await readdir(folder)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    return joinDeclarations(new Map(names.map((name, n) => [name, texts[n]!])), "index.d.ts");
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  await rm(join(sdk, "dist"), { recursive: true, force: true });
  await mkdir(join(sdk, "dist"));
  for (const [name, text] of await buildSdk()) await writeFile(join(sdk, "dist", name), text);
}
