import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { CliDeps, CliStore } from "./deps.ts";
import type { Verbs } from "./verbs/verbs.ts";

export interface CommandContext {
  deps: CliDeps;
  finish(exitCode: number): void;
}

/** Output of a command: a document for `--json`, text for people. */
export interface CommandResult {
  document: unknown;
  text: string;
  /** 0 if omitted. */
  exitCode?: number;
}

export interface CommonOptions {
  data?: string;
  json?: boolean;
}

/** Options of a command that can also work on a remote service. */
export interface RemoteOptions extends CommonOptions {
  url?: string;
  key?: string;
}

/** Defines a command with `--data`, `--json` and an example in its help. */
export function defineCommand(name: string, { summary, example }: { summary: string; example: string }) {
  return new Command(name)
    .description(summary)
    .option("--data <folder>", "data folder (default: COPYDESK_DATA or .copydesk)")
    .option("--json", "print one JSON document on standard output and nothing else there")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExample:\n${example.replace(/^/gm, "  ")}`);
}

/** The same with `--url` and `--key`, for commands that can also work on a remote service. */
export function defineRemoteCommand(name: string, texts: { summary: string; example: string }) {
  return defineCommand(name, texts)
    .option("--url <address>", "service on another machine (default: COPYDESK_REMOTE_URL, else this machine)")
    .option("--key <key>", "API key or management key for it (default: COPYDESK_REMOTE_KEY)");
}

export function printResult({ deps, finish }: CommandContext, options: CommonOptions, result: CommandResult) {
  deps.io.stdout.write(options.json ? `${JSON.stringify(result.document)}\n` : withLineEnd(result.text));
  finish(result.exitCode ?? 0);
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Returns the environment's configuration, overridden by the command's options. */
export async function configFor({ deps }: CommandContext, options: CommonOptions): Promise<Config> {
  const config = await deps.readConfig();
  return options.data === undefined ? config : { ...config, dataFolder: resolve(deps.io.cwd, options.data) };
}

/** Opens the store, runs the work, closes the store and prints the result. */
export async function withStore(
  context: CommandContext,
  options: CommonOptions,
  work: (store: CliStore, config: Config) => Promise<CommandResult>,
): Promise<void> {
  const config = await configFor(context, options);
  const store = await context.deps.openStore(config);
  try {
    printResult(context, options, await work(store, config));
  } finally {
    await store.close();
  }
}

/** Service or store that a command works on. */
export interface Workplace {
  config: Config;
  /** True for a remote service: paths of this machine mean nothing there. */
  isRemote: boolean;
}

/**
 * Works on the service that the options or the environment name, else on this machine's store, and prints the
 * result.
 */
export async function withVerbs(
  context: CommandContext,
  options: RemoteOptions,
  work: (verbs: Verbs, workplace: Workplace) => Promise<CommandResult>,
): Promise<void> {
  const config = await configFor(context, options);
  const remote = remotePlace(config, options);
  if (remote !== null) {
    const { createRemoteClient } = await import("./verbs/remote-client.ts");
    const { createRemoteVerbs } = await import("./verbs/remote-verbs.ts");
    const verbs = createRemoteVerbs(createRemoteClient(remote, context.deps.version));
    return printResult(context, options, await work(verbs, { config, isRemote: true }));
  }
  await withStore(context, options, async (store) => {
    const { createLocalVerbs } = await import("./verbs/local-verbs.ts");
    const verbs = createLocalVerbs(store, {
      listModels: (project) => context.deps.listModels(config, project),
      retention: config.retention,
    });
    return await work(verbs, { config, isRemote: false });
  });
}

/**
 * Returns the remote service that the options or the environment name; null for this machine. Throws `usage`.
 */
export function remotePlace(config: Config, { url: given, key: givenKey, data }: RemoteOptions) {
  const url = given ?? (data === undefined ? config.remote.url : null);
  if (url === null) {
    if (givenKey !== undefined) throw new AppError("usage", "--key needs --url, the address of the service.");
    return null;
  }
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new AppError("usage", "--url must be the http or https address of a Copydesk service.");
  if (data !== undefined) throw new AppError("usage", "--url and --data cannot be given together.");
  const key = givenKey ?? config.remote.key;
  if (key === null)
    throw new AppError(
      "usage",
      "A service on another machine needs a key: give --key, or set COPYDESK_REMOTE_KEY.",
    );
  return { url: url.replace(/\/$/, ""), key };
}

export function parseWholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
