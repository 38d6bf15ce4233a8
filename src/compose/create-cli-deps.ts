import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { askTerminal } from "../cli/ask-terminal.ts";
import { authorOfCommand } from "../cli/author-of-command.ts";
import type { CliDeps, CliStore } from "../cli/deps.ts";
import { openUrl } from "../cli/open-url.ts";
import { type Config, packageFolder, readConfig } from "../config.ts";
import { findExposedSecret } from "../engines/find-exposed-secret.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { removeMirror } from "../git/ensure-mirror.ts";
import { parseRepository } from "../git/parse-repository.ts";
import { assertBudget } from "../jobs/assert-budget.ts";
import { createLog, type Log } from "../log.ts";
import { assertTokenSafe } from "../network/assert-token-safe.ts";
import { createGate } from "../outgoing/create-gate.ts";
import { createKnownSecrets, type KnownSecrets } from "../outgoing/known-secrets.ts";
import { readSecretKeys } from "../secrets/read-secret-keys.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createJobInserter } from "../store/jobs/insert-jobs.ts";
import { createJobLoader } from "../store/jobs/load-jobs.ts";
import { version } from "../version.ts";
import { createModelCheck, createModelLister } from "./create-model-resolver.ts";
import { createNetworkFetch } from "./create-network.ts";
import { createRepositoryReader } from "./create-repository-reader.ts";
import { explainDataFolder } from "./explain-data-folder.ts";
import { learnInstanceSecrets } from "./instance-secrets.ts";
import { createProjectHosts } from "./open-project-host.ts";
import { openStore } from "./open-store.ts";
import { runOnce } from "./run-once.ts";
import { startService } from "./start-service.ts";

/** Gives the commands the real process, the real store and the real service. */
export function createCliDeps(process: NodeJS.Process): CliDeps {
  const knownSecrets = createKnownSecrets();
  const log = (config: Config, level?: string) => {
    learnInstanceSecrets(knownSecrets, config);
    return createLog({ level: level ?? config.logLevel, knownSecrets });
  };
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
    readConfig: () => readConfig(process.env, callerFolder(process)),
    openStore: (config) =>
      explainDataFolder(config.dataFolder, () =>
        openCliStore(config, { log: log(config, "warn"), knownSecrets }),
      ),
    startService: (config, { role }) =>
      explainDataFolder(config.dataFolder, () =>
        startService(config, { role, log: log(config), knownSecrets }),
      ),
    listModels: (config, project) =>
      createModelLister(config)(project?.model ?? config.defaultModel, project?.models),
    runOnce: (config, input) =>
      explainDataFolder(config.dataFolder, () =>
        runOnce(config, input, { log: log(config, "warn"), knownSecrets }),
      ),
  };
}

/** npm runs scripts in the folder of the package and names the one that it was called from. */
function callerFolder({ env, cwd }: NodeJS.Process): string {
  const isScript = env.npm_lifecycle_event !== undefined && resolve(cwd()) === packageFolder;
  return isScript && env.INIT_CWD ? env.INIT_CWD : cwd();
}

async function openCliStore(
  config: Config,
  { log, knownSecrets }: { log: Log; knownSecrets: KnownSecrets },
): Promise<CliStore> {
  const store = await openStore(config, log, { poolSize: config.databasePoolSize });
  // What is left open would keep the process alive.
  const secretKeys = await readSecretKeys(config).catch(async (error) => {
    await store.close();
    throw error;
  });
  const secretBox = createSecretBox(secretKeys);
  const openHost = createProjectHosts({
    database: store.database,
    publicUrl: config.publicUrl ?? "",
    config,
    secretBox,
    knownSecrets,
    fetch: createNetworkFetch(config),
  });
  return {
    database: store.database,
    insertJob: createJobInserter(store),
    loadJob: createJobLoader(store.database),
    author: await authorOfCommand(createGate(() => knownSecrets.of(null))),
    defaultModel: config.defaultModel,
    assertRefName,
    assertModel: createModelCheck(config),
    assertBudget: (budget) => assertBudget(config.budgetMax, budget),
    secretBox,
    findExposedSecret: (paths) => findExposedSecret(paths, config.dataFolder),
    assertTokenSafe: (url) => assertTokenSafe(url, config.allowPlainHttp),
    identify: (project) => openHost(project).connection.pullRequests.whoAmI(),
    readRepository: createRepositoryReader(config, openHost),
    removeMirror: (repository) =>
      removeMirror(join(config.dataFolder, "mirrors"), parseRepository(repository)),
    close: store.close,
  };
}

function toStream(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
  // Whoever read has gone, as `head` does: the command goes on to its end, and nobody hears of it.
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
  };
}
