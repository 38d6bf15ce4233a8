import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

const gzippedBytesMax = 250_000;

/** Fails the build if the first view loads more than 250 kB of scripts and styles, gzipped. */
export function checkEntrySize(): Plugin {
  return {
    name: "copydesk-check-entry-size",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string) => {
        const item = bundle[name];
        if (files.has(name) || item?.type !== "chunk") return;
        files.add(name);
        for (const style of item.viteMetadata?.importedCss ?? []) files.add(style);
        for (const imported of item.imports) add(imported);
      };
      for (const item of Object.values(bundle)) if (item.type === "chunk" && item.isEntry) add(item.fileName);
      const sizes = [...files].map((name) => ({ name, bytes: gzipSync(contentOf(bundle[name])).length }));
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const list = sizes.map(({ name, bytes }) => `  ${(bytes / 1000).toFixed(1)} kB  ${name}`).join("\n");
      if (total > gzippedBytesMax)
        this.error(`The entry is ${(total / 1000).toFixed(1)} kB gzipped, over 250 kB:\n${list}`);
      this.info(`entry: ${(total / 1000).toFixed(1)} kB gzipped`);
    },
  };
}

function contentOf(item: Rolldown.OutputBundle[string] | undefined): string | Uint8Array {
  if (item === undefined) return "";
  return item.type === "chunk" ? item.code : item.source;
}
