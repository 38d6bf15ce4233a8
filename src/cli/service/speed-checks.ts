import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { CliStore, DoctorCheck } from "../deps.ts";
import { errorText } from "../output/error-text.ts";

/** Hints: a slow machine works too. */
const hint = { needed: false } as const;

const tries = 3;
const slowMs = 100;
/** As large as a page of PostgreSQL. */
const bytes = 8_192;

/** How long a worker waits until a small file that it has written is there to stay. */
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

/** How long everybody waits until the database has stored a change. */
export async function checkStoreSpeed({ database }: Pick<CliStore, "database">): Promise<DoctorCheck> {
  // Goes into the log of changes and nowhere else.
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

/** Of a few calls, so that a single pause counts for nothing. */
async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[tries >> 1]!;
}
