import { rm } from "node:fs/promises";
import { type Config, publicUrlOf } from "../config.ts";
import { AppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { checkGitVersion } from "../git/programs/check-git-version.ts";
import { deleteBranch } from "../git/remote/delete-branch.ts";
import { assertBudget } from "../jobs/assert-budget.ts";
import { createJobInserter } from "../jobs/insert-jobs.ts";
import type { Log } from "../log.ts";
import { createTokenSafeFetch } from "../network/assert-token-safe.ts";
import { createKnownSecrets, type KnownSecrets } from "../outgoing/known-secrets.ts";
import { createFirstOwnerLink } from "../people/links/first-owner.ts";
import { deriveCookieSecrets } from "../people/sign-in/sign-in-settings.ts";
import { holdStarter } from "../processes/start-program.ts";
import { readSecretKeys } from "../secrets/read-secret-keys.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { basePathOf } from "../server/http/base-path.ts";
import { type RunningServer, startServer } from "../server/listen.ts";
import { registerGithubAppPages } from "../server/routes/github-app-pages.ts";
import { createServerDeps } from "../server/server-deps.ts";
import { version } from "../version.ts";
import { collectWhenQuiet } from "../watchdog/collect-when-quiet.ts";
import { startWatchdog, type Watchdog } from "../watchdog/start-watchdog.ts";
import { startDeliverer } from "../webhooks/deliver-webhooks.ts";
import { startCare } from "../worker/care/start-care.ts";
import { type RunningWorker, startWorker } from "../worker/claims/start-worker.ts";
import { startFeedback } from "../worker/feedback/start-feedback.ts";
import { toJobSpec } from "../worker/job-spec.ts";
import { repeatForPatch } from "../worker/rebuild-patch.ts";
import { runJob } from "../worker/run-job.ts";
import { startTriggers } from "../worker/start-triggers.ts";
import { createWorkspacesFolder } from "../worker/upkeep/workspace-folders.ts";
import { assertSecretKey } from "./assert-secret-key.ts";
import { createContextOpener } from "./create-context-opener.ts";
import { createGithubAppSetup } from "./create-github-app-setup.ts";
import { createManageDeps } from "./create-manage-deps.ts";
import { createModelCheck } from "./create-model-check.ts";
import { createModelLister } from "./create-model-resolver.ts";
import { createNetworkFetch } from "./create-network.ts";
import { createPageReader } from "./create-page-reader.ts";
import { createReviewDeps } from "./create-review-deps.ts";
import { createRunDeps } from "./create-run-deps.ts";
import { createSweep } from "./create-sweep.ts";
import { learnInstanceSecrets } from "./instance-secrets.ts";
import { openTranscriptBucket } from "./open-bucket.ts";
import { createHostWebhooks } from "./open-host-webhook.ts";
import { type GatedJob, openJobGate } from "./open-job-gate.ts";
import { createProjectHosts } from "./open-project-host.ts";
import { startSlackWork } from "./open-slack.ts";
import { type OpenStore, openStore } from "./open-store.ts";
import { noteServiceUrl, serviceUrlOf } from "./service-url.ts";
import { startTelemetry, type Telemetry } from "./start-telemetry.ts";

export type Role = "all" | "api" | "worker";

export interface RunningService {
  /** Base of the API's address; null if this process has no API. */
  url: string | null;
  /** Link with which somebody becomes the owner; null if there is an owner, or this process has no API. */
  firstOwnerLink: string | null;
  /** Jobs of this process. */
  runningJobs(): string[];
  /** Takes no new work; running jobs get the grace period, then return to the queue. */
  stop(): Promise<void>;
}

/** State that the parts of a process share. */
interface Own {
  log: Log;
  watchdog: Watchdog;
  knownSecrets: KnownSecrets;
  workspacesFolder: string;
  bucket: ReturnType<typeof openTranscriptBucket>;
}

const drainMs = 10_000;

/** Starts the parts that the role names. If a part fails, the parts started before it are stopped again. */
export async function startService(
  config: Config,
  { role, log, knownSecrets = createKnownSecrets() }: { role: Role; log: Log; knownSecrets?: KnownSecrets },
): Promise<RunningService> {
  assertListens(config, role);
  // An unusable model is better noticed now than by every job.
  createModelCheck(config)(config.defaultModel);
  if (role !== "api") await checkGitVersion();
  const store = await openStore(config, log, { poolSize: config.databasePoolSize });
  const starter = holdStarter();
  const { database } = store;
  const workspacesFolder = await createWorkspacesFolder(config);
  const watchdog = startWatchdog({ log, database: role === "api" ? null : database });
  const stopCollecting = collectWhenQuiet();
  let server: RunningServer | null = null;
  let worker: RunningWorker | null = null;
  let telemetry: Telemetry | null = null;
  let firstOwnerLink: string | null = null;
  const stop = async () => {
    await Promise.all([worker?.stop(drainMs), server?.close()]);
    await telemetry?.close();
    starter.release();
    await rm(workspacesFolder, { recursive: true, force: true });
    await watchdog.close();
    stopCollecting();
    await store.close();
  };
  const bucket = openTranscriptBucket(config, { database, log });
  const own = { log, watchdog, knownSecrets, workspacesFolder, bucket };
  try {
    await assertSecretKey({ ...store, secretBox: createSecretBox(await readSecretKeys(config)), log });
    const databasePassword = database.connection.password;
    const secretKeys = await readSecretKeys(config);
    learnInstanceSecrets(knownSecrets, config, { secretKeys: secretKeys(), databasePassword });
    const { longestStallMs } = watchdog;
    const runningJobs = () => (role === "api" ? null : (worker?.runningJobs().length ?? 0));
    telemetry = await startTelemetry(config, { role, log, database, longestStallMs, runningJobs });
    if (role !== "worker") server = await startApi(config, store, own);
    const serverUrl = server?.url ?? null;
    if (serverUrl !== null) firstOwnerLink = await createFirstOwnerLink(store, config.publicUrl ?? serverUrl);
    if (role !== "api") worker = await startJobs(config, store, { ...own, serverUrl });
  } catch (error) {
    await stop();
    throw error;
  }
  // With the path of the public URL, so that the printed address works like the service's own links.
  const url = server === null ? null : server.url + basePathOf(config.publicUrl);
  if (firstOwnerLink !== null)
    log.info(
      `Nobody owns this instance yet. Open this link within 24 hours to become its owner: ${firstOwnerLink}`,
    );
  return { url, firstOwnerLink, runningJobs: () => worker?.runningJobs() ?? [], stop };
}

/** Notifications wake streams and waits. */
function assertListens({ databaseDirectUrl }: Config, role: Role): void {
  if (databaseDirectUrl !== "none" || role === "worker") return;
  throw new AppError(
    "invalid_configuration",
    "DATABASE_DIRECT_URL=none is for workers: a process with the API listens for notifications. Give it the server's own address.",
  );
}

async function startApi(
  config: Config,
  { database }: OpenStore,
  { log, watchdog, knownSecrets, workspacesFolder, bucket }: Own,
): Promise<RunningServer> {
  const secretKeys = await readSecretKeys(config);
  const secretBox = createSecretBox(secretKeys);
  const fetch = createNetworkFetch(config);
  // Which port it is that was free is known once it listens.
  let serverUrl = publicUrlOf(config);
  const publicUrl = () => config.publicUrl ?? serverUrl;
  const setup = createGithubAppSetup({
    ...{ database, secretBox, publicUrl, log },
    fetch: createTokenSafeFetch(fetch, config.allowPlainHttp),
  });
  const hosts = { database, config, secretBox, fetch, knownSecrets, log, publicUrl };
  const review = createReviewDeps(hosts, workspacesFolder);
  const pages = createPageReader(hosts, workspacesFolder);
  const manage = createManageDeps(hosts, workspacesFolder);
  const deps = createServerDeps({
    database,
    review: review.deps,
    readPages: pages.readPages,
    readInstructions: pages.readInstructions,
    readTranslations: pages.readTranslations,
    manage: manage.deps,
    log,
    version,
    knownSecrets,
    signIn: {
      secrets: () => deriveCookieSecrets(secretKeys()),
      publicUrl: config.publicUrl,
      openId: config.openId,
    },
    defaultModel: config.defaultModel,
    assertRefName,
    assertModel: createModelCheck(config),
    assertBudget: (budget) => assertBudget(config.budgetMax, budget),
    listModels: createModelLister(config),
    openWebhook: createHostWebhooks({ database, secretBox }),
    longestStallMs: watchdog.longestStallMs,
    allowedOrigins: config.allowedOrigins,
    streamsPerKey: config.streamsPerKey,
    trustedProxies: config.trustedProxies,
    basePath: basePathOf(config.publicUrl),
    bucket,
    contact: config.contact,
    plugins: [async (app) => registerGithubAppPages(app, setup)],
  });
  // Sign-in asks the provider with the process's own fetch.
  const undoRoutes = config.openId === null ? async () => undefined : await routeSignIn(config);
  const server = await startServer(deps, { port: config.port, host: config.host });
  serverUrl = server.url;
  const forgetUrl = await noteServiceUrl(config.dataFolder, server.url);
  const close = async () => {
    await forgetUrl();
    await server.close();
    await undoRoutes();
    await Promise.all([review.close(), pages.close(), manage.close()]);
  };
  return { ...server, close };
}

async function startJobs(
  config: Config,
  { database }: OpenStore,
  { log, watchdog, serverUrl, knownSecrets, workspacesFolder, bucket }: Own & { serverUrl: string | null },
): Promise<RunningWorker> {
  const secretKeys = await readSecretKeys(config);
  const secretBox = createSecretBox(secretKeys);
  const fetch = createNetworkFetch(config);
  const publicUrl = config.publicUrl ?? serverUrl ?? (await serviceUrlOf(config));
  const places = { database, publicUrl: () => publicUrl, config, secretBox, fetch, knownSecrets, log };
  const openProjectHost = createProjectHosts(places);
  const openContext = createContextOpener({ ...places, openProjectHost });
  const own = { log, workspacesFolder, knownSecrets, openContext, openProjectHost };
  const run = createRunDeps(config, own);
  const { mirrorsFolder } = run.deps;
  const sweep = createSweep(config, { database, log, workspacesFolder, mirrorsFolder });
  await sweep();
  const openGate = async (job: GatedJob) => {
    // The keys may have been rotated since the last job.
    learnInstanceSecrets(knownSecrets, config, { secretKeys: secretKeys() });
    return await openJobGate({ database, secretBox, knownSecrets, log }, job);
  };
  const worker = await startWorker({
    ...{ database, log, bucket, watchdog, sweep, openGate },
    concurrency: config.concurrency,
    retention: config.retention,
    openProjectHost,
    run: (job, turn, signal) => runJob(run.deps, toJobSpec(job), turn, signal),
    repeatForPatch: async (job, events, signal) =>
      await repeatForPatch(run.deps, job, { gate: await openGate(job), events }, signal),
  });
  const { allowPrivateAddresses, network } = run.deps;
  const hosts = { openProjectHost, allowPrivateAddresses, network, deleteBranch };
  const feedback = startFeedback({ database, log, knownSecrets, bucket, ...hosts });
  const care = startCare({ database, log, knownSecrets, openProjectHost });
  const triggers = startTriggers({
    ...{ database, log, knownSecrets, openProjectHost, assertRefName },
    ...{ openContext, mirrorsFolder, allowPrivateAddresses, network },
    insertJob: createJobInserter({ database }),
    defaultModel: config.defaultModel,
    assertModel: createModelCheck(config),
  });
  const helpers = [feedback, care, triggers, startDeliverer(places), startSlackWork(places)];
  return {
    runningJobs: worker.runningJobs,
    async stop(graceMs) {
      await Promise.all([worker.stop(graceMs), ...helpers.map((helper) => helper.close())]);
      await run.close();
    },
  };
}

async function routeSignIn(config: Config): Promise<() => Promise<void>> {
  const { routeOwnFetch } = await import("../network/route-own-fetch.ts");
  return routeOwnFetch(config);
}
