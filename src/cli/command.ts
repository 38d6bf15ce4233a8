import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import type { CliDeps, CliStore } from "./deps.ts";

export interface CommandContext {
  deps: CliDeps;
  finish(exitCode: number): void;
}

/** What a command has to say: a document for `--json`, text for people. */
export interface CommandResult {
  document: unknown;
  text: string;
  /** 0 when not given. */
  exitCode?: number;
}

export interface CommonOptions {
  data?: string;
  json?: boolean;
}

/** A command with `--data`, `--json` and an example in its help. */
export function defineCommand(name: string, { summary, example }: { summary: string; example: string }) {
  return new Command(name)
    .description(summary)
    .option("--data <folder>", "data folder (default: COPYDESK_DATA or .copydesk)")
    .option("--json", "print one JSON document on standard output and nothing else there")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExample:\n${example.replace(/^/gm, "  ")}`);
}

export function printResult({ deps, finish }: CommandContext, options: CommonOptions, result: CommandResult) {
  deps.io.stdout.write(options.json ? `${JSON.stringify(result.document)}\n` : withLineEnd(result.text));
  finish(result.exitCode ?? 0);
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The environment's configuration with the command's options over it. */
export function configFor({ deps }: CommandContext, options: CommonOptions): Config {
  const config = deps.readConfig();
  return options.data === undefined ? config : { ...config, dataFolder: resolve(deps.io.cwd, options.data) };
}

/** Opens the store, works, closes the store, prints. */
export async function withStore(
  context: CommandContext,
  options: CommonOptions,
  work: (store: CliStore, config: Config) => Promise<CommandResult>,
): Promise<void> {
  const config = configFor(context, options);
  const store = await context.deps.openStore(config);
  try {
    printResult(context, options, await work(store, config));
  } finally {
    await store.close();
  }
}

export function parseWholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
