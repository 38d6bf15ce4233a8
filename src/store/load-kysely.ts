import { createRequire } from "node:module";

type KyselyModule = typeof import("kysely");

const require = createRequire(import.meta.url);

/** Loaded when a query is built: its 255 files are a fifth of what a command takes to start. */
export function loadKysely(): KyselyModule {
  return require("kysely") as KyselyModule;
}
