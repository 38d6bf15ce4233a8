import { join } from "node:path";
import { costOf, prices } from "../agent/models/prices.ts";
import { createSiteChecker } from "../checks/processes/create-site-checker.ts";
import type { Config } from "../config.ts";
import { createMirrors } from "../git/mirror/open-mirrors.ts";
import type { Log } from "../log.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import type { OpenContext } from "../worker/context/context.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";
import type { RunDeps } from "../worker/run.ts";
import { createEngine } from "./create-engine.ts";
import { createModelResolver } from "./create-model-resolver.ts";
import { toRemoteNetwork } from "./create-network.ts";
import { createOutsideRules } from "./create-outside-rules.ts";

/** Creates what the running jobs of a process share: the check processes, models. */
export function createRunDeps(
  config: Config,
  own: {
    log: Log;
    workspacesFolder: string;
    openProjectHost: OpenProjectHost;
    knownSecrets: KnownSecrets;
    openContext?: OpenContext;
  },
): { deps: RunDeps; close(): Promise<void> } {
  const siteChecker = createSiteChecker();
  const mirrors = createMirrors({ folder: own.workspacesFolder, cacheBytes: config.fileCacheBytes });
  const priceTable = { ...prices, ...config.prices };
  const deps: RunDeps = {
    ...own,
    siteChecker,
    outsideRules: createOutsideRules(config, { urlsMax: 100, limitMs: 30_000 }),
    mirrors,
    mirrorsFolder: join(config.dataFolder, "mirrors"),
    allowPrivateAddresses: config.allowPrivateAddresses,
    network: toRemoteNetwork(config),
    contextTokens: config.contextTokens,
    budgetMax: config.budgetMax,
    costOf: (model, usage) => costOf(priceTable, model, usage),
    resolveModel: createModelResolver(config),
    runEngine: createEngine(config),
  };
  return {
    deps,
    async close() {
      siteChecker.close();
      await mirrors.close();
    },
  };
}
