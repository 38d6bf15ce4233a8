import { hostModules } from "../../code-hosts/host-modules.ts";
import { isAppError } from "../../errors.ts";
import { forgetOldApprovals, recordSeenApprovals } from "../../feedback/approval-intents.ts";
import {
  claimPullRequests,
  type DuePullRequest,
  markPullRequestChecked,
} from "../../feedback/claim-pull-requests.ts";
import { storeFeedback } from "../../feedback/keep-feedback.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import { toToldFeedback } from "../../feedback/to-told-event.ts";
import type { Log } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import type { OpenProjectHost, ProjectHost } from "../project-host.ts";

interface RefreshDeps {
  database: Database;
  log: Log;
  openProjectHost: OpenProjectHost;
}

const uncheckedHosts = Object.entries(hostModules)
  .filter(([, module]) => module.facts.tellsChecks === false)
  .map(([host]) => host);

/** Pull requests that one worker asks about in one round. */
const roundMax = 20;

/**
 * Asks the code hosts about the state of open pull requests and their feedback, if their webhooks do not
 * report it or what they reported is in doubt; more often about those that `waitingProjects` wait for. A
 * request that fails leaves the pull request as it is until the next time. `isMore`: there may be others.
 */
export async function refreshPullRequests(
  deps: RefreshDeps,
  waitingProjects: readonly string[],
): Promise<{ isMore: boolean }> {
  const due = await claimPullRequests(deps.database, { waitingProjects, uncheckedHosts, limit: roundMax });
  const perProject = Map.groupBy(due, ({ projectId }) => projectId);
  await Promise.all([...perProject.values()].map((pullRequests) => refreshProject(deps, pullRequests)));
  return { isMore: due.length === roundMax };
}

async function refreshProject(deps: RefreshDeps, due: readonly DuePullRequest[]): Promise<void> {
  for (const pullRequest of due) {
    try {
      await refresh(deps, pullRequest);
    } catch (error) {
      deps.log.warn({ err: error, job: pullRequest.jobId }, "could not ask about a pull request");
      // The project's other pull requests would fail in the same way.
      if (isAppError(error, "code_host_unavailable") || isAppError(error, "code_host_unauthorized")) return;
    }
  }
}

async function refresh(deps: RefreshDeps, due: DuePullRequest): Promise<void> {
  const { database } = deps;
  const host = deps.openProjectHost(due);
  const found = await host.connection.pullRequests.getPullRequest(due.number);
  await setPullRequestState(database, due, found?.state ?? "closed");
  if (due.approvalInDoubt) await settleApprovals(database, due, host);
  const isHeard = found?.state !== "open" || !due.wantsFeedback || (await hear(deps, due, host));
  await markPullRequestChecked(database, due, { isHeard });
}

async function settleApprovals(
  database: Database,
  { jobId, number }: DuePullRequest,
  { connection }: ProjectHost,
): Promise<void> {
  const state = await connection.review?.read(number);
  if (state !== undefined) await recordSeenApprovals({ database }, jobId, state);
  await forgetOldApprovals({ database }, jobId);
}

/** Stores the feedback since the host was last asked; false if these credentials cannot be used for it. */
async function hear(
  { database, log }: RefreshDeps,
  { jobId, projectId, number, branch, unheardSince, uncheckedCommit }: DuePullRequest,
  { connection, login }: ProjectHost,
): Promise<boolean> {
  try {
    const query = { number, branch, since: unheardSince, checkedCommit: uncheckedCommit };
    const events = (await connection.listFeedback?.(query)) ?? [];
    await storeFeedback(
      database,
      projectId,
      events.flatMap((event) => toToldFeedback(event, login) ?? []),
    );
    return true;
  } catch (error) {
    if (!isAppError(error, "code_host_forbidden") && !isAppError(error, "code_host_refused")) throw error;
    log.warn({ err: error, job: jobId }, "could not ask what was said about a pull request");
    return false;
  }
}
