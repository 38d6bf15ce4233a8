#!/usr/bin/env node
import { runCli } from "./cli/run-cli.ts";
import { createCliDeps } from "./create-cli-deps.ts";

process.exitCode = await runCli(createCliDeps(process), process.argv.slice(2));
