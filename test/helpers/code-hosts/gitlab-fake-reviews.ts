import { git } from "../git-fixture.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { type GitlabCall, type GitlabRoute, notFound, refuse } from "./gitlab-fake-call.ts";
import { findMergeRequest } from "./gitlab-fake-merge-requests.ts";
import { sidesOf } from "./gitlab-fake-try.ts";
import { mergeRequestJson, userJson } from "./gitlab-json.ts";
import { isDraft } from "./gitlab-state.ts";
import { landBranch, tryBranches } from "./review-branches.ts";

const pattern = "projects/{project}/merge_requests/{iid}";

/**
 * The description of approvals has one where the host answers a list, and wants a number for the project:
 * they are not compared.
 */
export const reviewRoutes: GitlabRoute[] = [
  { method: "GET", pattern: `${pattern}/approvals`, operation: "approvals", handle: readApprovals },
  { method: "POST", pattern: `${pattern}/approve`, operation: "approve", handle: approve },
  {
    method: "PUT",
    pattern: `${pattern}/merge`,
    operation: "putApiV4ProjectsIdMergeRequestsMergeRequestIidMerge",
    handle: merge,
  },
];

function readApprovals(call: GitlabCall): FakeAnswer {
  const one = findMergeRequest(call);
  return one === undefined ? notFound() : { status: 200, body: approvalsJson(call) };
}

function approvalsJson(call: GitlabCall): object {
  const { state, user } = call;
  const approvedBy = findMergeRequest(call)!.approvedBy ?? [];
  return {
    user_has_approved: approvedBy.includes(user),
    user_can_approve: !approvedBy.includes(user),
    approved: true,
    approved_by: approvedBy.map((one) => ({ user: userJson(state, one) })),
  };
}

/** Who has approved already is refused like a stranger. */
async function approve(call: GitlabCall): Promise<FakeAnswer> {
  const { state, user, body } = call;
  const one = findMergeRequest(call);
  if (one === undefined) return notFound();
  const tried = await tryBranches(sidesOf(state, one));
  if (body.sha !== undefined && body.sha !== tried?.headCommit) {
    return refuse(409, `SHA does not match HEAD of source branch: ${tried?.headCommit}`);
  }
  if (one.approvedBy?.includes(user)) return refuse(401, "401 Unauthorized");
  one.approvedBy = [...(one.approvedBy ?? []), user];
  return { status: 201, body: approvalsJson(call) };
}

async function merge(call: GitlabCall): Promise<FakeAnswer> {
  const { state, body } = call;
  const one = findMergeRequest(call);
  if (one === undefined) return notFound();
  if (one.state !== "opened" || isDraft(one.title)) return refuse(405, "405 Method Not Allowed");
  const tried = await tryBranches(sidesOf(state, one));
  if (tried === null || tried.conflicts.length > 0) return refuse(422, "Branch cannot be merged");
  if (body.sha !== undefined && body.sha !== tried.headCommit) {
    return refuse(409, `SHA does not match HEAD of source branch: ${tried.headCommit}`);
  }
  if (state.protection !== null) return refuse(405, state.protection);
  const sides = sidesOf(state, one);
  const message = String(body.merge_commit_message ?? "Merge");
  const isSquash = body.squash === true;
  // A project with merge commits gets one also beside the squashed commit.
  const headCommit = isSquash
    ? await git(sides.folder, ["commit-tree", tried.tree, "-p", tried.baseCommit], {
        input: `${body.squash_commit_message ?? one.title}\n`,
      })
    : tried.headCommit;
  one.mergeCommit = await landBranch(sides, { ...tried, headCommit }, { isSquash: false, message });
  one.state = "merged";
  return { status: 200, body: { ...mergeRequestJson(state, one), sha: tried.headCommit } };
}
