import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, publicUrlOf } from "../config.ts";

const fileOf = (dataFolder: string) => join(dataFolder, "service-url");

/**
 * Leaves word in the data folder of where its service listens, for the commands that print links to it: the
 * port may come from an option that only the service has. Returns what takes it back.
 */
export async function noteServiceUrl(dataFolder: string, url: string): Promise<() => Promise<void>> {
  const file = fileOf(dataFolder);
  // Links are worth less than a service that starts on a full disk.
  await writeFile(file, `${url}\n`).catch(() => undefined);
  return async () => {
    if ((await readNote(dataFolder)) === url) await rm(file, { force: true });
  };
}

/** Base of the links to the service of a data folder, seen from another process; no trailing slash. */
export async function serviceUrlOf(config: Config): Promise<string> {
  return config.publicUrl ?? (await readNote(config.dataFolder)) ?? publicUrlOf(config);
}

async function readNote(dataFolder: string): Promise<string | null> {
  const text = (await readFile(fileOf(dataFolder), "utf8").catch(() => "")).trim();
  return URL.canParse(text) ? text : null;
}
