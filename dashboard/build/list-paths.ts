import type { Plugin } from "vite";
import { pages } from "../src/routes.ts";

/** Writes `paths.json`: the service answers a path that no page has with status 404. */
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
