#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Compiled once, loaded from then on: half of the time to start. Where the folder cannot be written, Node goes without.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/copydesk"));
const { runCli } = await import("./cli/run-cli.ts");
const { createCliDeps } = await import("./compose/create-cli-deps.ts");
flushCompileCache();

process.exitCode = await runCli(createCliDeps(process), process.argv.slice(2));
