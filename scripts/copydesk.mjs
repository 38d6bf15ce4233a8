#!/usr/bin/env node
// The command `copydesk`, for any Node >= 20: installs what is missing, then runs src/main.ts with the pinned Node.
process.argv.splice(2, 0, "src/main.ts");
await import("./bootstrap.mjs");
