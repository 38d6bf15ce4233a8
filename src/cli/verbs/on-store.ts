import type { CliStore } from "../deps.ts";

type OnStore = <Words extends unknown[], Result>(
  load: () => Promise<(store: CliStore, ...words: Words) => Promise<Result>>,
) => (...words: Words) => Promise<Result>;

/** Returns functions that work on a store, each of which is loaded when it is called. */
export function onStore(store: CliStore): OnStore {
  return (load) =>
    async (...words) =>
      (await load())(store, ...words);
}
