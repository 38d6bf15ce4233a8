// A separate process, so that untrusted text can neither block the service's main thread nor exhaust its
// memory. Plain JavaScript, because Node would have to load its TypeScript parser for the first file, the
// only one that is not read from the cache.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/copydesk"));
await import("./run-check-process.ts");
