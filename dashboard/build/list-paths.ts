import type { Plugin } from "vite";
import { pages } from "../src/routes.ts";

/** Writes `paths.json`, so that the service can answer an unknown path with status 404. */
export function listPaths(): Plugin {
  return {
    name: "copydesk-list-paths",
    apply: "build",
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "paths.json",
        source: JSON.stringify(pages.map(({ path }) => path)),
      });
    },
  };
}
