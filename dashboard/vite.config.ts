import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { checkEntrySize } from "./build/check-entry-size.ts";
import { checkStyles } from "./build/check-styles.ts";
import { compressAssets } from "./build/compress-assets.ts";
import { listPaths } from "./build/list-paths.ts";

// Relative addresses: the same files work under any path of COPYDESK_URL.
export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  plugins: [react(), listPaths(), checkStyles(), checkEntrySize(), compressAssets()],
  build: {
    target: "es2023",
    // The content security policy does not allow `data:`, so small assets are files too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { "/v2": "http://127.0.0.1:4100" } },
});
