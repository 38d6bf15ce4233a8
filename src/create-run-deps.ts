import { join } from "node:path";
import { costOf, prices } from "./agent/models/prices.ts";
import { createMdxPool } from "./checks/create-mdx-pool.ts";
import { createScanCache } from "./checks/scan-cache.ts";
import type { Config } from "./config.ts";
import { createEngine } from "./create-engine.ts";
import { createModelResolver } from "./create-model-resolver.ts";
import type { Log } from "./log.ts";
import type { OpenProjectHost } from "./worker/project-host.ts";
import type { RunDeps } from "./worker/run-job.ts";

const scanCacheBytesMax = 64 * 1024 * 1024;

/** What running jobs share in one process: caches, the MDX thread, models. */
export function createRunDeps(
  config: Config,
  own: {
    log: Log;
    workspacesFolder: string;
    openProjectHost: OpenProjectHost;
  },
): { deps: RunDeps; close(): Promise<void> } {
  const mdxPool = createMdxPool();
  const priceTable = { ...prices, ...config.prices };
  const deps: RunDeps = {
    ...own,
    mdxPool,
    mirrorsFolder: join(config.dataFolder, "mirrors"),
    allowPrivateAddresses: config.allowPrivateAddresses,
    secrets: [
      config.openaiApiKey,
      config.openaiCompatibleApiKey,
      config.anthropicApiKey,
      config.googleApiKey,
      config.secretKey,
      config.databaseUrl,
    ].filter((secret) => secret !== null),
    scanCache: createScanCache({ maxBytes: scanCacheBytesMax }),
    contextTokens: config.contextTokens,
    budgetMax: config.budgetMax,
    costOf: (model, usage) => costOf(priceTable, model, usage),
    resolveModel: createModelResolver(config),
    runEngine: createEngine(config),
  };
  return { deps, close: () => mdxPool.close() };
}
