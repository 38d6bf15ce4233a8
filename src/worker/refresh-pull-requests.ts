import { isAppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import {
  claimPullRequests,
  type DuePullRequest,
  markPullRequestChecked,
} from "../store/feedback/claim-pull-requests.ts";
import { setPullRequestState } from "../store/feedback/set-pull-request-state.ts";
import type { OpenProjectHost } from "./project-host.ts";

interface RefreshDeps {
  database: Database;
  log: Log;
  openProjectHost: OpenProjectHost;
}

/** Pull requests that one worker asks about in a round. */
const roundMax = 20;

/**
 * Asks the code hosts what has become of open pull requests, where their webhooks do not tell it and wherever what they told is in
 * doubt; those that `waitingProjects` wait for more often. One that cannot be asked about stays as it is until the next time.
 */
export async function refreshPullRequests(
  deps: RefreshDeps,
  waitingProjects: readonly string[],
): Promise<void> {
  const due = await claimPullRequests(deps.database, { waitingProjects, limit: roundMax });
  const perProject = Map.groupBy(due, ({ projectId }) => projectId);
  await Promise.all([...perProject.values()].map((pullRequests) => refreshProject(deps, pullRequests)));
}

async function refreshProject(deps: RefreshDeps, due: readonly DuePullRequest[]): Promise<void> {
  for (const pullRequest of due) {
    try {
      await refresh(deps, pullRequest);
    } catch (error) {
      deps.log.warn({ err: error, job: pullRequest.jobId }, "could not ask about a pull request");
      // The others of the project would only wait for the same.
      if (isAppError(error, "code_host_unavailable") || isAppError(error, "code_host_unauthorized")) return;
    }
  }
}

async function refresh({ database, openProjectHost }: RefreshDeps, due: DuePullRequest): Promise<void> {
  const found = await openProjectHost(due).connection.pullRequests.getPullRequest(due.number);
  await setPullRequestState(database, due, found?.state ?? "closed");
  await markPullRequestChecked(database, due);
}
