import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall, route } from "./gitea-fake-call.ts";
import { findPull } from "./gitea-fake-pulls.ts";
import { sidesOf } from "./gitea-fake-try.ts";
import { reviewJson } from "./gitea-json.ts";
import { addReview, bot } from "./gitea-state.ts";
import { landBranch, tryBranches } from "./review-branches.ts";

const pull = "/repos/{owner}/{repo}/pulls/{index}";

export const reviewRoutes = [
  route("repoCreatePullReview", `POST ${pull}/reviews`, "repository", createReview),
  route("repoMergePullRequest", `POST ${pull}/merge`, "repository", mergePull),
];

function createReview({ state, params, body }: GiteaCall): FakeAnswer {
  const found = findPull(state, params[2]!);
  if (found === undefined) return fail(state, 404, "not found");
  const { event, body: text = "" } = body as { event?: string; body?: string };
  if (event !== "APPROVED" && event !== "COMMENT") return fail(state, 422, `review event ${event}`);
  if (event === "APPROVED" && found.author === bot) {
    return fail(state, 422, "approve your own pull is not allowed");
  }
  const review = addReview(state, found, { author: bot, state: event, body: text, comments: [] });
  return { status: 200, body: reviewJson(state, found, review) };
}

interface MergeBody {
  Do: string;
  MergeTitleField?: string;
  MergeMessageField?: string;
  head_commit_id?: string;
}

/**
 * In the host's order: what is merged or closed is not there, then drafts, what was tried, the rules, the
 * commit.
 */
async function mergePull({ state, params, body }: GiteaCall): Promise<FakeAnswer> {
  const found = findPull(state, params[2]!);
  if (found === undefined) return fail(state, 404, "not found");
  if (found.merged || found.state === "closed") return { status: 405, body: {} };
  if (/^(WIP:|\[WIP\])/i.test(found.title)) {
    return fail(state, 405, "Work in progress PRs cannot be merged");
  }
  const tried = await tryBranches(sidesOf(state, found));
  if (tried === null) return fail(state, 405, "Please try again later");
  if (state.protection !== null) return fail(state, 405, state.protection);
  const { Do, MergeTitleField = "", MergeMessageField = "", head_commit_id: head } = body as MergeBody;
  if (Do !== "merge" && Do !== "squash") return fail(state, 405, "the merge style is not allowed");
  if (head !== undefined && head !== tried.headCommit) return fail(state, 409, "head out of date");
  if (tried.conflicts.length > 0) return fail(state, 409, "merge conflicts");
  const message = `${MergeTitleField}\n\n${MergeMessageField}`.trim();
  const how = { isSquash: Do === "squash", message };
  found.mergeCommit = await landBranch(sidesOf(state, found), tried, how);
  found.merged = true;
  found.state = "closed";
  return { status: 200 };
}
