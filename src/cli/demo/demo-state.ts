import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const demoState = z.object({
  /** Port of the last demo's service, reused so that the links of earlier demos keep working. */
  port: z.int().min(0).max(65_535).default(0),
  /** API key of each project, by its id. The demo's service listens on this machine only. */
  keys: z.record(z.string(), z.string()).default({}),
  /** Owner of the demo's instance, whom its links sign in. */
  ownerId: z.string().optional(),
});

export type DemoState = z.infer<typeof demoState>;

const fileName = "demo.json";

/**
 * Returns the state that earlier demos left in the data folder; empty if there is none or the file cannot be
 * read.
 */
export async function readDemoState(dataFolder: string): Promise<DemoState> {
  try {
    return demoState.parse(JSON.parse(await readFile(join(dataFolder, fileName), "utf8")));
  } catch {
    return { port: 0, keys: {} };
  }
}

/** The file is readable only by this user, as it holds API keys. */
export async function writeDemoState(dataFolder: string, state: DemoState): Promise<void> {
  const file = join(dataFolder, fileName);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}
