import { rm } from "node:fs/promises";
import type { RunOnceInput, RunOnceResult } from "../cli/deps.ts";
import { createLocalHost } from "../code-hosts/local/create-local-host.ts";
import { createMemoryPullRequests } from "../code-hosts/local/create-memory-pull-requests.ts";
import type { Config } from "../config.ts";
import { checkGitVersion } from "../git/programs/check-git-version.ts";
import { noUsage } from "../jobs/record.ts";
import type { Log } from "../log.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { randomBase62 } from "../text/base62.ts";
import type { TurnDeps } from "../worker/claims/execute-claim.ts";
import { JobGone } from "../worker/ledger.ts";
import { runJob } from "../worker/run-job.ts";
import { createWorkspacesFolder } from "../worker/upkeep/workspace-folders.ts";
import { createModelCheck } from "./create-model-check.ts";
import { createRunDeps } from "./create-run-deps.ts";

/**
 * Runs one job in this process, without a server or a store; pushes its branch and passes its events to the
 * caller.
 */
export async function runOnce(
  config: Config,
  input: RunOnceInput,
  { log, knownSecrets }: { log: Log; knownSecrets: KnownSecrets },
): Promise<RunOnceResult> {
  const model = input.model ?? config.defaultModel;
  createModelCheck(config)(model);
  await checkGitVersion();
  const id = `job_${randomBase62(22)}`;
  const branch = `copydesk/${id}`;
  const workspacesFolder = await createWorkspacesFolder(config);
  const pullRequests = createMemoryPullRequests();
  const run = createRunDeps(config, {
    log,
    workspacesFolder,
    knownSecrets,
    openProjectHost: ({ projectId }) => hostOf(pullRequests, projectId),
  });
  const job = newJob(input, { id, branch, model });
  const gate = createGate(() => knownSecrets.of(null));
  const turn: TurnDeps = {
    gate,
    ledger: {
      record: async (kind, data) => input.onEvent({ kind, data: await gate.maskData(data) }),
      newestMessage: () => 0,
    },
    events: { recorded: [], past: [] },
    loadMessages: async () => [],
    loadCaps: async () => [],
  };
  try {
    const { status, reason, message, title, checks, usage, patch } = await runJob(
      run.deps,
      job,
      turn,
      asCancel(input.signal),
    );
    const pushed = reason === "pull_request_opened";
    return {
      id,
      status,
      reason,
      message,
      title,
      branch: pushed ? branch : null,
      checks,
      usage,
      patch: patch ?? "",
    };
  } finally {
    await run.close();
    await rm(workspacesFolder, { recursive: true, force: true });
  }
}

function hostOf(pullRequests: ReturnType<typeof createMemoryPullRequests>, projectId: string) {
  return {
    connection: {
      pullRequests: createLocalHost({ pullRequests, publicUrl: "", projectId }),
      httpLogin: async () => null,
      canWrite: async () => false,
    },
    facts: { templatePaths: [], noun: "pull request" as const, tellsChecks: false },
    access: async () => ({ login: null, ssh: null }),
    signing: null,
    login: null,
  };
}

function newJob(input: RunOnceInput, { id, branch, model }: { id: string; branch: string; model: string }) {
  return {
    id,
    apiKeyId: null,
    projectId: "run",
    prompt: input.prompt,
    mode: "pull_request" as const,
    asDraft: false,
    publishOnly: false,
    paths: [],
    settings: {},
    budget: {},
    turn: 1,
    messagesTaken: 0,
    elapsedMs: 0,
    usage: noUsage,
    title: null,
    chosenTitle: null,
    labels: [],
    reviewers: [],
    topic: null,
    pullRequest: null,
    patch: null,
    headCommit: null,
    baseCommit: null,
    callPrefix: id,
    repository: input.repository,
    baseRef: input.ref,
    branch,
    model,
    host: "local",
    hostUrl: null,
    credentials: null,
    fork: null,
    createdAt: new Date(),
  };
}

/** Turns the caller's stop into a cancellation of the job, so that the work so far is handed over. */
function asCancel(signal: AbortSignal): AbortSignal {
  const cancel = new AbortController();
  const abort = () => cancel.abort(new JobGone("cancelled"));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return cancel.signal;
}
