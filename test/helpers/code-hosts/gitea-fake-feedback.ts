import { git } from "../git-fixture.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall, page, route } from "./gitea-fake-call.ts";
import { findPull } from "./gitea-fake-pulls.ts";
import { commentJson, lineCommentJson, repositoryJson, reviewJson, statusJson } from "./gitea-json.ts";
import { bot, type GiteaReview, type GiteaStatus, permissionOf } from "./gitea-state.ts";

const repo = "/repos/{owner}/{repo}";
const reviews = `${repo}/pulls/{index}/reviews`;

/**
 * What was said about a pull request, and checks. Before the routes of pull requests, which take any two
 * branches.
 */
export const feedbackRoutes = [
  route("issueGetComments", `GET ${repo}/issues/{index}/comments`, "issue", listComments),
  route("repoListPullReviews", `GET ${reviews}`, "repository", listReviews),
  // Not in the pruned description; as in routers/api/v1/repo/pull_review.go.
  route("repoGetPullReviewComments", `GET ${reviews}/{id}/comments`, "repository", listLineComments, {
    isUndescribed: true,
  }),
  route("repoCreateStatus", `POST ${repo}/statuses/{sha}`, "repository", addStatus),
  route("repoGetCombinedStatusByRef", `GET ${repo}/commits/{ref}/status`, "repository", getCombinedStatus),
];

/** By when they were changed; those on lines are nowhere here. */
function listComments({ state, params, query }: GiteaCall): FakeAnswer {
  const pull = findPull(state, params[2]!);
  // So the host answers to an issue that it does not have.
  if (pull === undefined) return fail(state, 500, "");
  const since = Date.parse(query.get("since") ?? "1970-01-01T00:00:00Z");
  if (Number.isNaN(since)) return fail(state, 422, `parsing time "${query.get("since")}"`);
  const shown = pull.comments.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
  return { status: 200, body: shown.map((comment) => commentJson(state, pull, comment)) };
}

/** The oldest first. Other people's that are not handed in are counted and left out. */
function listReviews(call: GiteaCall): FakeAnswer {
  const { state, params } = call;
  const pull = findPull(state, params[2]!);
  if (pull === undefined) return fail(state, 404, "not found");
  const answer = page(call, `/repos/acme/docs/pulls/${pull.number}/reviews`, pull.reviews);
  const shown = (answer.body as GiteaReview[]).filter(isShown);
  return { ...answer, body: shown.map((review) => reviewJson(state, pull, review)) };
}

/** In no order, and without pages. */
function listLineComments({ state, params }: GiteaCall): FakeAnswer {
  const pull = findPull(state, params[2]!);
  const review = pull?.reviews.find(({ id }) => String(id) === params[3]);
  if (pull === undefined || review === undefined || !isShown(review)) return fail(state, 404, "not found");
  const body = review.comments
    .toReversed()
    .map((comment) => lineCommentJson(state, pull, { ...comment, review: review.id }));
  return { status: 200, body };
}

function isShown({ state, author }: GiteaReview): boolean {
  return state !== "PENDING" || author === bot;
}

async function addStatus({ state, params, body }: GiteaCall): Promise<FakeAnswer> {
  const [, , commit = ""] = params;
  if (!["write", "admin", "owner"].includes(permissionOf(state, bot)))
    return fail(state, 403, "user should have a permission to write to a repo");
  const { folder } = state.repository;
  const isThere = await git(folder, ["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (!isThere) return fail(state, 404, `object does not exist [id: ${commit}, rel_path: ]`);
  const given = body as {
    context: string;
    state: GiteaStatus["state"];
    description: string;
    target_url: string;
  };
  const { context, description, target_url: targetUrl } = given;
  const status = { commit, context, state: given.state, description, targetUrl };
  state.statuses.push(status);
  return { status: 201, body: statusJson(state, status) };
}

/** The newest status of each context. */
async function getCombinedStatus(call: GiteaCall): Promise<FakeAnswer> {
  const { state, params } = call;
  const { folder } = state.repository;
  const sha = await git(folder, ["rev-parse", "--verify", `${params[2]}^{commit}`]).catch(() => null);
  if (sha === null) return fail(state, 404, `object does not exist [id: ${params[2]}, rel_path: ]`);
  const newest = new Map<string, GiteaStatus>();
  for (const status of state.statuses) if (status.commit === sha) newest.set(status.context, status);
  const found = [...newest.values()];
  const answer = page(call, "", found);
  const shown = answer.body as GiteaStatus[];
  const body = {
    state: found.some((one) => one.state === "failure") ? "failure" : "pending",
    sha,
    total_count: shown.length,
    statuses: found.length === 0 ? null : shown.map((status) => statusJson(state, status)),
    repository: repositoryJson(state, state.repository),
    commit_url: "",
    url: "",
  };
  // Only one of the two says how many there are.
  return { status: 200, body, ...(state.flavour === "gitea" ? { headers: answer.headers } : {}) };
}
