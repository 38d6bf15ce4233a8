import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Verdicts } from "./read-built-site.ts";

const root = join(import.meta.dirname, "../../..");

export function fixtureFolder(name: string): string {
  return join(root, "test/fixtures/sites", name);
}

/** The links that a generator's own checker calls dead, by page. */
export interface DeadLinks {
  generator: string;
  dead: Record<string, string[]>;
}

/** Writes what the tests compare our model of the fixture with. */
export async function writeVerdicts(fixture: string, verdicts: Verdicts | DeadLinks): Promise<void> {
  const file = join(root, `test/oracle/verdicts/${fixture}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(verdicts, null, 1)}\n`);
}
