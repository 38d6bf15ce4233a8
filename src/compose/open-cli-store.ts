import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authorOfCommand } from "../cli/author-of-command.ts";
import type { CliStore } from "../cli/deps.ts";
import type { Config } from "../config.ts";
import { findExposedSecret } from "../engines/find-exposed-secret.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { assertBudget } from "../jobs/assert-budget.ts";
import type { Log } from "../log.ts";
import { assertTokenSafe } from "../network/assert-token-safe.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { readSecretKeys } from "../secrets/read-secret-keys.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createModelCheck } from "./create-model-check.ts";
import { type OpenStore, openStore } from "./open-store.ts";
import { serviceUrlOf } from "./service-url.ts";

/** Opens the store for one command. What few commands need is loaded when it is used. */
export async function openCliStore(
  config: Config,
  { log, knownSecrets }: { log: Log; knownSecrets: KnownSecrets },
): Promise<CliStore> {
  const store = await openStore(config, log, { poolSize: config.databasePoolSize });
  // An open connection would keep the process alive.
  const secretKeys = await readSecretKeys(config).catch(async (error) => {
    await store.close();
    throw error;
  });
  const secretBox = createSecretBox(secretKeys);
  const hostDeps = async () => {
    const { createNetworkFetch } = await import("./create-network.ts");
    const publicUrl = () => config.publicUrl ?? "";
    const fetch = createNetworkFetch(config);
    return { database: store.database, publicUrl, config, secretBox, knownSecrets, fetch, log };
  };
  const openHosts = async () => {
    const { createProjectHosts } = await import("./open-project-host.ts");
    return createProjectHosts(await hostDeps());
  };
  const author = await authorOfCommand(createGate(() => knownSecrets.of(null)));
  return {
    database: store.database,
    ...openJobs(store),
    author,
    bucket: config.bucket && {
      async bringBack(address) {
        const { openTranscriptBucket } = await import("./open-bucket.ts");
        return (
          (await openTranscriptBucket(config, { database: store.database, log })?.bringBack(address)) ?? false
        );
      },
    },
    actor: { author, from: null },
    publicUrl: await serviceUrlOf(config),
    defaultModel: config.defaultModel,
    assertRefName,
    assertModel: createModelCheck(config),
    assertBudget: (budget) => assertBudget(config.budgetMax, budget),
    secretBox,
    async callSlack(...call) {
      const { openSlack } = await import("./open-slack.ts");
      return await openSlack(config, (await hostDeps()).fetch)(...call);
    },
    findExposedSecret: (paths) => findExposedSecret(paths, config.dataFolder),
    assertTokenSafe: (url) => assertTokenSafe(url, config.allowPlainHttp),
    identify: async (project) => (await openHosts())(project).connection.pullRequests.whoAmI(),
    async readRepository(source, project) {
      const { createRepositoryReader } = await import("./create-repository-reader.ts");
      return await createRepositoryReader(config, await openHosts())(source, project);
    },
    async removeMirror(repository) {
      const { removeMirror } = await import("../git/mirror/ensure-mirror.ts");
      await removeMirror(join(config.dataFolder, "mirrors"), parseRepository(repository));
    },
    async openReview(job, signal) {
      const { createReviewHosts } = await import("./create-review-hosts.ts");
      return await createReviewHosts(await hostDeps())(job, signal);
    },
    async lookAtSite(place) {
      const { createManageDeps } = await import("./create-manage-deps.ts");
      const folder = await mkdtemp(join(tmpdir(), "copydesk-look-"));
      const { deps, close } = createManageDeps(await hostDeps(), folder);
      try {
        return await deps.lookAtSite(place);
      } finally {
        await close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: store.close,
  };
}

function openJobs(store: OpenStore) {
  return {
    async insertJob(job) {
      const { createJobInserter } = await import("../jobs/insert-jobs.ts");
      return await createJobInserter(store)(job);
    },
    async loadJob(jobId) {
      const { createJobLoader } = await import("../jobs/get-job.ts");
      return await createJobLoader(store.database)(jobId);
    },
  } satisfies Partial<CliStore>;
}
