import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const styles = join(import.meta.dirname, "../node_modules/@mantine/core/styles");

/**
 * Fails the build if a script names a component of Mantine whose styles are not imported: importing all
 * styles would take a tenth of the first view's limit.
 */
export function checkStyles(): Plugin {
  return {
    name: "copydesk-check-styles",
    apply: "build",
    generateBundle(_options, bundle) {
      const items = Object.values(bundle);
      const used = classesOf(items.flatMap((item) => (item.type === "chunk" ? [item.code] : [])));
      const there = classesOf(
        items.flatMap((item) =>
          item.fileName.endsWith(".css") && "source" in item ? [String(item.source)] : [],
        ),
      );
      const missing = readdirSync(styles)
        .filter((name) => /^\w+\.css$/.test(name))
        .filter((name) => {
          const classes = [...classesOf([readFileSync(join(styles, name), "utf8")])];
          return classes.some((one) => used.has(one)) && !classes.every((one) => there.has(one));
        });
      if (missing.length > 0) this.error(`Import in src/mantine-styles.ts: ${missing.join(", ")}`);
    },
  };
}

/** Returns Mantine's class names: `m_` and the hash of the component's style. */
function classesOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? []));
}
