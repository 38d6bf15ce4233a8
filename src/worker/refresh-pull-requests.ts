import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { listOpenPullRequests, setPullRequestState } from "../store/worker/open-pull-requests.ts";
import type { OpenProjectHost } from "./project-host.ts";

/**
 * Asks the code host what has become of the open pull requests of projects whose jobs wait for their reviewers. One that cannot be
 * asked about counts as open until the next time.
 */
export async function refreshPullRequests(
  deps: { database: Database; log: Log; openProjectHost: OpenProjectHost },
  projectIds: readonly string[],
): Promise<void> {
  for (const job of await listOpenPullRequests(deps.database, projectIds)) {
    try {
      const found = await deps.openProjectHost(job).connection.pullRequests.getPullRequest(job.number);
      const state = found?.state ?? "closed";
      if (state !== "open") await setPullRequestState(deps.database, job, state);
    } catch (error) {
      deps.log.warn({ err: error, job: job.id }, "could not ask about a pull request");
    }
  }
}
