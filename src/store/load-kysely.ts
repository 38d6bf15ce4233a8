import { createRequire } from "node:module";

type KyselyModule = typeof import("kysely");

const require = createRequire(import.meta.url);

/** Loads Kysely when a query is built: its 255 files are a fifth of a command's start time. */
export function loadKysely(): KyselyModule {
  return require("kysely") as KyselyModule;
}
