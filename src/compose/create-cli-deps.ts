import { flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { askTerminal } from "../cli/ask-terminal.ts";
import type { CliDeps } from "../cli/deps.ts";
import { openUrl } from "../cli/open-url.ts";
import type { Config } from "../config.ts";
import { packageFolder } from "../files/package-folder.ts";
import type { Log } from "../log.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { version } from "../version.ts";
import { createCommandLog } from "./create-command-log.ts";
import { explainDataFolder } from "./explain-data-folder.ts";

/** Connects the commands to the real process, store and service, each of which is loaded when it is used. */
export function createCliDeps(process: NodeJS.Process): CliDeps {
  const keptIn = join(packageFolder, "node_modules/.cache/copydesk-checks");
  const openLog = createLogOpener();
  return {
    version,
    io: {
      stdout: toStream(process.stdout, process.env),
      stderr: toStream(process.stderr, process.env),
      cwd: callerFolder(process),
      readStdin: () => text(process.stdin),
      ask: (question) => askTerminal(process, question),
      openUrl: async (url) => process.stdout.isTTY === true && (await openUrl(url, process.env)),
      onSignal: (name, listener) => process.on(name, listener),
      offSignal: (name, listener) => process.off(name, listener),
      exit: (code) => process.exit(code),
    },
    async readConfig() {
      const { readConfig } = await import("../config.ts");
      return readConfig(process.env, callerFolder(process));
    },
    openStore: (config) =>
      explainDataFolder(config.dataFolder, async () => {
        const { openCliStore } = await import("./open-cli-store.ts");
        return await openCliStore(config, await openLog(config, { isCommand: true }));
      }),
    startService: (config, { role }) =>
      explainDataFolder(config.dataFolder, async () => {
        const { startService } = await import("./start-service.ts");
        // Flushed now: a service that is killed later writes nothing.
        flushCompileCache();
        return await startService(config, { role, ...(await openLog(config)) });
      }),
    async listModels(config, project) {
      const { createModelLister } = await import("./create-model-resolver.ts");
      return await createModelLister(config)(project?.model ?? config.defaultModel, project?.models);
    },
    async openFolderChecker(config) {
      const { openFolderChecker } = await import("./open-folder-checker.ts");
      if (config === null) return openFolderChecker(undefined, { keptIn });
      const { createOutsideRules } = await import("./create-outside-rules.ts");
      return openFolderChecker(createOutsideRules(config, { urlsMax: 1_000, limitMs: 600_000 }), { keptIn });
    },
    async openBackups(config) {
      const { openBackups } = await import("./open-backups.ts");
      return openBackups(config, await openLog(config, { isCommand: true }));
    },
    runOnce: (config, input) =>
      explainDataFolder(config.dataFolder, async () => {
        const { runOnce } = await import("./run-once.ts");
        return await runOnce(config, input, await openLog(config, { isCommand: true }));
      }),
  };
}

/** Logs share the secrets that the process has learned. */
function createLogOpener() {
  let secrets: Promise<KnownSecrets> | null = null;
  return async (
    config: Config,
    { isCommand = false } = {},
  ): Promise<{ log: Log; knownSecrets: KnownSecrets }> => {
    const { learnInstanceSecrets } = await import("./instance-secrets.ts");
    secrets ??= import("../outgoing/known-secrets.ts").then((loaded) => loaded.createKnownSecrets());
    const knownSecrets = await secrets;
    learnInstanceSecrets(knownSecrets, config);
    if (isCommand) return { log: createCommandLog({ knownSecrets }), knownSecrets };
    const { createLog } = await import("../log.ts");
    return { log: createLog({ level: config.logLevel, knownSecrets }), knownSecrets };
  };
}

/** npm runs scripts in the package's folder and names the folder that it was called from. */
function callerFolder({ env, cwd }: NodeJS.Process): string {
  const isScript = env.npm_lifecycle_event !== undefined && resolve(cwd()) === packageFolder;
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd();
}

function toStream(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
  // The reader has gone, for example `head`: the command runs to its end, and its output is dropped.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.once("exit", () => {
      process.exitCode = 1;
    });
    if (stream !== process.stderr)
      process.stderr.write(`error: The output cannot be written: ${error.message} (internal_error)\n`);
  });
  return {
    write: (text: string) => stream.write(text),
    color: stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb",
    get columns() {
      return stream.isTTY === true ? stream.columns || null : null;
    },
    get rows() {
      return stream.isTTY === true ? stream.rows || null : null;
    },
  };
}
