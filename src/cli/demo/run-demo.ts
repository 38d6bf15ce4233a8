import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { isAppError } from "../../errors.ts";
import { getJobDiff } from "../../jobs/get-job-diff.ts";
import type { JobRecord } from "../../jobs/record.ts";
import { type CommandContext, type CommonOptions, printResult } from "../command.ts";
import type { CliDeps, CliStore, RunningService } from "../deps.ts";
import { followJob } from "../jobs/follow-job.ts";
import { startProgress } from "../output/progress.ts";
import { resolveRepository } from "../projects/resolve-repository.ts";
import { stopService } from "../service/stop-service.ts";
import { type SignalWatch, untilAborted, watchSignals } from "../service/watch-signals.ts";
import { createLocalVerbs } from "../verbs/local-verbs.ts";
import { createDemoApi } from "./demo-api.ts";
import { readDemoState, writeDemoState } from "./demo-state.ts";
import { type DemoDashboard, formatDemo } from "./format-demo.ts";
import { linkToDemo } from "./link-to-demo.ts";
import { type DemoProject, prepareDemo } from "./prepare-demo.ts";

export interface DemoOptions extends CommonOptions {
  repository?: string;
  prompt: string;
  exit?: boolean;
  yes?: boolean;
}

export async function runDemo(context: CommandContext, options: DemoOptions): Promise<void> {
  const { deps } = context;
  const config = await demoConfig(context, options);
  const watch = watchSignals(deps.io);
  deps.io.stderr.write(`Starting the service in ${config.dataFolder}\n`);
  const service = await startDemoService(deps, config).catch((error: unknown) => {
    watch.close();
    throw error;
  });
  try {
    await runDemoJob(context, options, { config, watch, url: service.url ?? "" });
  } finally {
    await stopService(deps.io, service);
    watch.close();
  }
}

/** Uses the last demo's port if it is still free, so that the links of earlier pull requests stay valid. */
async function startDemoService(deps: CliDeps, config: Config): Promise<RunningService> {
  const state = await readDemoState(config.dataFolder);
  const start = (port: number) => deps.startService({ ...config, port }, { role: "all" });
  const service = await start(state.port).catch((error: unknown) => {
    const isPort = isAppError(error, "port_in_use") || isAppError(error, "cannot_listen");
    if (state.port === 0 || !isPort) throw error;
    return start(0);
  });
  const port = Number(URL.parse(service.url ?? "")?.port);
  if (port > 0 && port !== state.port) await writeDemoState(config.dataFolder, { ...state, port });
  return service;
}

/** Configures a service separate from the real one: its own folder, store and loopback port. */
async function demoConfig({ deps }: CommandContext, options: DemoOptions): Promise<Config> {
  const config = await deps.readConfig();
  return {
    ...config,
    dataFolder:
      options.data === undefined ? join(config.dataFolder, "demo") : resolve(deps.io.cwd, options.data),
    databaseUrl: null,
    publicUrl: null,
    host: "127.0.0.1",
    port: 0,
    logLevel: config.logLevel === "info" ? "warn" : config.logLevel,
  };
}

async function runDemoJob(
  context: CommandContext,
  options: DemoOptions,
  { config, watch, url }: { config: Config; watch: SignalWatch; url: string },
): Promise<void> {
  const { io } = context.deps;
  const store = await context.deps.openStore(config);
  try {
    const given =
      options.repository === undefined
        ? null
        : await resolveRepository(io, options.repository, { yes: options.yes });
    const project = await prepareDemo(store, config.dataFolder, given);
    io.stderr.write(
      `Copydesk is ready at ${url}\nRepository: ${project.repository}\nPrompt: ${options.prompt}\n\n`,
    );
    const api = createDemoApi(url, project.projectId, project.key);
    const created = await api.create(options.prompt);
    await follow(context, store, { projectId: project.projectId, jobId: created.id }, watch);
    const job = await api.get(created.id);
    const patch = await getJobDiff(store, { projectId: project.projectId, jobId: created.id });
    const stays = options.exit !== true;
    const dashboard = stays
      ? await openDashboard(context, options, store, { config, url, job, project })
      : null;
    const text = formatDemo(io.stdout, { job, patch, project, jobsUrl: api.jobsUrl, dashboard });
    printResult(context, options, { document: job, text, exitCode: exitCodeFor(job) });
    if (stays) await untilAborted(watch.signal);
  } finally {
    await store.close();
  }
}

/**
 * Opens the job's review in the user's browser, signed in, if there is one; otherwise the link is printed.
 */
async function openDashboard(
  { deps: { io } }: CommandContext,
  options: DemoOptions,
  store: CliStore,
  { config, url, job, project }: { config: Config; url: string; job: JobRecord; project: DemoProject },
): Promise<DemoDashboard> {
  const ofJob = `/projects/${project.projectId}/jobs/${job.id}`;
  const path = job.pullRequest === null ? ofJob : `${ofJob}/review`;
  const { dataFolder } = config;
  const link = await linkToDemo(store, { dataFolder, url, path, actor: store.actor });
  const isOpen = options.json !== true && io.stdout.columns !== null && (await io.openUrl(link));
  return { url, link: isOpen ? null : link };
}

async function follow(
  { deps: { io, readConfig } }: CommandContext,
  store: CliStore,
  address: { projectId: string; jobId: string },
  watch: SignalWatch,
): Promise<void> {
  const { retention } = await readConfig();
  const verbs = createLocalVerbs(store, { listModels: async () => [], retention });
  const progress = startProgress(io.stderr, { withTimes: true });
  try {
    await followJob(verbs, address, { signal: watch.signal, onEvent: progress.event });
  } finally {
    progress.close();
  }
}

function exitCodeFor(job: JobRecord): number {
  return job.status === "completed" ? 0 : 1;
}
