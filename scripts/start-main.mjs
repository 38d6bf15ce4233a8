// Starts src/main.ts with the compile cache of an earlier start. Plain JavaScript, because Node would have to
// load its TypeScript parser for the first file, the only one that is not read from the cache.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// If the folder cannot be written, Node goes without.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/copydesk"));
await import("../src/main.ts");
