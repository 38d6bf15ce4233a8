import type { FakeAnswer } from "./fake-server.ts";
import { toIds, toNames } from "./gitlab-body-checks.ts";
import {
  forbidden,
  type GitlabCall,
  type GitlabRoute,
  notFound,
  pageOf,
  refuse,
} from "./gitlab-fake-call.ts";
import { tryMergeRequest } from "./gitlab-fake-try.ts";
import { mergeRequestJson } from "./gitlab-json.ts";
import { doQuickActions } from "./gitlab-quick-actions.ts";
import {
  addMergeRequest,
  commitOf,
  developer,
  findProject,
  type GitlabMergeRequest,
  type GitlabProject,
  type GitlabState,
  type GitlabUser,
  levelIn,
} from "./gitlab-state.ts";

const operation = "ApiV4ProjectsIdMergeRequests";

export const mergeRequestRoutes: GitlabRoute[] = [
  {
    method: "GET",
    pattern: "projects/{project}/merge_requests",
    operation: `get${operation}`,
    query: ["state", "source_branch", "target_branch", "source_project_id", "sort"],
    handle: list,
  },
  {
    method: "POST",
    pattern: "projects/{project}/merge_requests",
    operation: `post${operation}`,
    handle: create,
  },
  {
    method: "GET",
    pattern: "projects/{project}/merge_requests/{iid}",
    operation: `get${operation}MergeRequestIid`,
    async handle(call) {
      const one = findMergeRequest(call);
      if (one === undefined) return notFound();
      const shown = mergeRequestJson(call.state, one);
      return { status: 200, body: { ...shown, ...(await tryMergeRequest(call.state, one)) } };
    },
  },
  {
    method: "PUT",
    pattern: "projects/{project}/merge_requests/{iid}",
    operation: `put${operation}MergeRequestIid`,
    handle: change,
  },
];

/** Of the project of the path: a merge request belongs to its target. */
export function findMergeRequest({ state, project, segments }: GitlabCall): GitlabMergeRequest | undefined {
  if (project !== state.project) return undefined;
  return state.mergeRequests.find(({ iid }) => String(iid) === segments[3]);
}

/** Newest first, unless asked for otherwise. */
function list(call: GitlabCall): FakeAnswer {
  const { state, project, query } = call;
  const asked = (name: string, value: unknown) => [null, "all", String(value)].includes(query.get(name));
  const found = state.mergeRequests.filter(
    (one) =>
      project === state.project &&
      asked("state", one.state) &&
      asked("source_branch", one.sourceBranch) &&
      asked("target_branch", one.targetBranch) &&
      asked("source_project_id", one.source.id),
  );
  const sorted = query.get("sort") === "asc" ? found : found.toReversed();
  return pageOf(
    call,
    sorted.map((one) => mergeRequestJson(state, one)),
  );
}

async function create(call: GitlabCall): Promise<FakeAnswer> {
  const { state, project: source, user, body } = call;
  const target = findProject(state, String(body.target_project_id ?? source.id));
  if (levelIn(state, source, user.username) < developer) return forbidden();
  if (target === undefined) return notFound("Project Not Found");
  const sourceBranch = String(body.source_branch);
  const targetBranch = String(body.target_branch);
  if (target === source && sourceBranch === targetBranch) {
    return refuse(422, ["You can't use same project/branch for source and target"]);
  }
  if (target !== source && source.forkedFrom !== target) {
    return refuse(422, ["Source project is not a fork of the target project"]);
  }
  const problem =
    (await findBranchProblem(state, { source, sourceBranch, target, targetBranch })) ?? findTextProblem(body);
  if (problem !== null) return refuse(400, problem);
  // From here on nothing else happens in between.
  const duplicate = findDuplicate(state, { source, sourceBranch, targetBranch });
  if (duplicate !== undefined) {
    return refuse(409, [
      `Another open merge request already exists for this source branch: !${duplicate.iid}`,
    ]);
  }
  const one = addMergeRequest(state, {
    author: user,
    title: String(body.title),
    description: String(body.description ?? ""),
    source,
    sourceBranch,
    targetBranch,
    removeSourceBranch: body.remove_source_branch !== false,
  });
  applyPeopleAndLabels(state, one, body);
  one.description = doQuickActions(state, one, one.description);
  return { status: 201, body: mergeRequestJson(state, one) };
}

async function change(call: GitlabCall): Promise<FakeAnswer> {
  const { state, user, body } = call;
  const one = findMergeRequest(call);
  if (one === undefined) return notFound();
  if (levelIn(state, state.project, user.username) < developer && one.author !== user) return forbidden();
  const refused = Object.keys(body).find((field) => state.refusedFields.has(field));
  if (refused !== undefined) return refuse(400, { [refused]: ["cannot be set"] });
  const problem = findTextProblem(body);
  if (problem !== null) return refuse(400, problem);
  if (body.target_branch !== undefined) {
    const targetBranch = String(body.target_branch);
    const duplicate = findDuplicate(state, { ...one, targetBranch }, one);
    if (duplicate !== undefined) {
      return refuse(409, [
        `Another open merge request already exists for this source branch: !${duplicate.iid}`,
      ]);
    }
    one.targetBranch = targetBranch;
  }
  if (body.title !== undefined) one.title = String(body.title);
  if (body.description !== undefined) one.description = doQuickActions(state, one, String(body.description));
  if (body.state_event === "close" && one.state === "opened") one.state = "closed";
  if (body.state_event === "reopen" && one.state === "closed") one.state = "opened";
  applyPeopleAndLabels(state, one, body);
  return { status: 200, body: mergeRequestJson(state, one) };
}

interface Branches {
  source: GitlabProject;
  sourceBranch: string;
  target: GitlabProject;
  targetBranch: string;
}

async function findBranchProblem(
  state: GitlabState,
  { source, sourceBranch, target, targetBranch }: Branches,
): Promise<Record<string, string[]> | null> {
  if (state.takesMissingBranches) return null;
  const isSeen = state.unseenBranches <= 0 && (await commitOf(source, sourceBranch)) !== null;
  state.unseenBranches -= 1;
  if (!isSeen) return { source_branch: ["does not exist"] };
  return (await commitOf(target, targetBranch)) === null ? { target_branch: ["does not exist"] } : null;
}

function findTextProblem({ title, description }: Record<string, unknown>): Record<string, string[]> | null {
  if (title !== undefined && String(title).trim() === "") return { title: ["can't be blank"] };
  if ([...String(title ?? "")].length > 255) return { title: ["is too long (maximum is 255 characters)"] };
  if ([...String(description ?? "")].length <= 1_048_576) return null;
  return { description: ["is too long (maximum is 1048576 characters)"] };
}

/** Another one for another target is none. */
function findDuplicate(
  state: GitlabState,
  { source, sourceBranch, targetBranch }: Omit<Branches, "target">,
  itself?: GitlabMergeRequest,
): GitlabMergeRequest | undefined {
  if (!state.seesDuplicates) return undefined;
  return state.mergeRequests.find(
    (one) =>
      one !== itself &&
      one.state === "opened" &&
      one.source === source &&
      one.sourceBranch === sourceBranch &&
      one.targetBranch === targetBranch,
  );
}

/** Unknown labels are made; unknown people, and those who are not in the project, are left out. */
function applyPeopleAndLabels(
  state: GitlabState,
  one: GitlabMergeRequest,
  body: Record<string, unknown>,
): void {
  if (body.labels !== undefined) one.labels = toNames(body.labels);
  one.labels = [...new Set([...one.labels, ...toNames(body.add_labels)])];
  for (const label of one.labels) state.labels.add(label);
  if (body.reviewer_ids !== undefined) one.reviewers = findMembers(state, toIds(body.reviewer_ids));
  if (body.assignee_ids !== undefined) one.assignees = findMembers(state, toIds(body.assignee_ids));
}

function findMembers(state: GitlabState, ids: readonly number[]): GitlabUser[] {
  return state.users.filter(
    ({ id, username }) => ids.includes(id) && levelIn(state, state.project, username) > 0,
  );
}
