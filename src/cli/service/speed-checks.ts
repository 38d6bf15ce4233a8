import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { CliStore, DoctorCheck } from "../deps.ts";
import { errorText } from "../output/error-text.ts";

/** Hints only: a slow machine works too. */
const hint = { needed: false } as const;

const tries = 3;
const slowMs = 100;
/** Size of a page of PostgreSQL. */
const bytes = 8_192;

/** Measures how long a worker waits until a small file is safely on disk. */
export async function checkDiskSpeed({ dataFolder }: Pick<Config, "dataFolder">): Promise<DoctorCheck> {
  const check = { ...hint, name: "disk speed" };
  const probe = join(dataFolder, `.doctor-${process.pid}`);
  try {
    const ms = await medianMs(async () => {
      await writeFile(probe, Buffer.alloc(bytes), { flush: true });
      await rm(probe);
    });
    return {
      ...check,
      ok: ms <= slowMs,
      found: `a small file is written and removed in ${ms.toFixed(0)} ms`,
      cure: "jobs wait for every file that they write: put the data folder on a faster or less busy local disk",
    };
  } catch (error) {
    await rm(probe, { force: true });
    const cure = `free some space, or mount it so that this user may write (${errorText(error)})`;
    return { ...check, needed: true, ok: false, found: "no file can be written", cure };
  }
}

/** Measures how long a change takes to be stored in the database. */
export async function checkStoreSpeed({ database }: Pick<CliStore, "database">): Promise<DoctorCheck> {
  // Writes only to the write-ahead log.
  const change = "select pg_logical_emit_message(true, 'copydesk', '')";
  const ms = await medianMs(() => database.pool.query(change));
  return {
    ...hint,
    name: "store speed",
    ok: ms <= slowMs,
    found: `a change is stored in ${ms.toFixed(0)} ms`,
    cure: "every create and every step of a job waits for it: look at the disk of the database, its standbys and the network between",
  };
}

/** Returns the median of a few calls, so that a single pause does not count. */
async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[tries >> 1]!;
}
