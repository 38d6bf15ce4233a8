import { z } from "zod";
import { isAppError } from "../../errors.ts";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import { findOne } from "../rest/find-one.ts";
import { statusOf, toHostError } from "../to-host-error.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, MergeMethod } from "../types.ts";
import type { GitlabClient } from "./client.ts";
import { readProject } from "./read-project.ts";
import { approvalsSchema, reviewedMergeRequestSchema } from "./schemas.ts";

type Found = z.output<typeof reviewedMergeRequestSchema>;

const anything = z.unknown();

export function createHostReview(
  client: GitlabClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const path = (number: number) => `${client.path}/merge_requests/${number}`;
  const steps = {
    repository: client.project,
    noun: "merge request",
    judge: (number: number) => judge(client, path(number)),
    async approve(number: number, { headCommit, body }: ApproveInput) {
      const action = "approve the merge request";
      const approval = {
        method: "POST",
        path: `${path(number)}/approve`,
        body: { sha: headCommit },
      } as const;
      const request = { ...approval, action, schema: anything, repeatable: true };
      await client.request(request).catch(async (error: unknown) => {
        // The answer to a second approval, too.
        const hasApproved = async () => (await readApprovals(client, path(number))).hasApproved;
        if (statusOf(error) !== 401 || !(await hasApproved()))
          tellRefused("code_host_refused", action)(error);
      });
      if (body === undefined) return;
      const note = { method: "POST", path: `${path(number)}/notes`, body: { body } } as const;
      await client.request({ ...note, action: "comment on the merge request", schema: anything });
    },
    async merge(number: number, { method, headCommit, title, message }: MergeInput) {
      const action = "merge the merge request";
      const text = message === "" ? title : `${title}\n\n${message}`;
      const isSquash = method === "squash";
      const body = {
        ...{ sha: headCommit, squash: isSquash, should_remove_source_branch: false },
        // The project may create a merge commit in addition to the squashed one.
        merge_commit_message: text,
        ...(isSquash ? { squash_commit_message: text } : {}),
      };
      await client
        .request({ method: "PUT", path: `${path(number)}/merge`, body, action, schema: anything })
        .catch(tellRefused("code_host_forbidden", action));
    },
    async close(number: number) {
      const request = { method: "PUT", path: path(number), body: { state_event: "close" } } as const;
      await client.request({ ...request, action: "close the merge request", schema: anything });
    },
  } as const;
  return createReview(steps, options);
}

/** The host answers 401 also to known users who lack a permission. */
function tellRefused(code: "code_host_refused" | "code_host_forbidden", action: string) {
  return (error: unknown): never => {
    if (!isAppError(error) || statusOf(error) !== 401) throw error;
    const text = String(error.details.hostText);
    throw toHostError({ host: "GitLab", status: 401, code, text, action, secrets: [], cause: error });
  };
}

async function judge(client: GitlabClient, path: string): Promise<Judged | null> {
  const action = "read the merge request";
  const found = await findOne(client, { path, action, schema: reviewedMergeRequestSchema });
  if (found === null) return null;
  const both = { headCommit: found.sha ?? "", baseRef: found.target_branch };
  const mergeCommit = found.merge_commit_sha ?? found.squash_commit_sha ?? null;
  if (found.state === "merged") return judgeEnded({ ...both, state: "merged", mergeCommit });
  if (found.state === "closed") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  const { approvals, canApprove } = await readApprovals(client, path);
  return {
    ...both,
    ...readMergeable(found),
    ...{ state: "open", conflicts: [], approvals, canApprove, draft: found.draft === true },
    methods: await readMethods(client),
    mergeCommit: null,
  };
}

const undecided = new Set([
  "checking",
  "unchecked",
  "preparing",
  "approvals_syncing",
  "cannot_be_merged_recheck",
]);

/** Obstacles by the host's own names. */
const obstacles: Record<string, string | undefined> = {
  blocked_status: "Another merge request has to be merged first.",
  ci_must_pass: "Its pipeline has to pass first.",
  ci_still_running: "Its pipeline is still running.",
  discussions_not_resolved: "All of its threads have to be resolved first.",
  external_status_checks: "External checks have to pass first.",
  jira_association_missing: "Its title or description has to name a Jira issue.",
  merge_request_blocked: "Another merge request has to be merged first.",
  merge_time: "It may not be merged before the time that was set for it.",
  need_rebase: "It has to be rebased onto its target branch first.",
  not_approved: "It needs more approvals.",
  requested_changes: "Whoever requested changes has to approve first.",
  security_policy_violations: "A security policy does not allow the merge.",
  status_checks_must_pass: "Status checks have to pass first.",
  locked_paths: "Some of its files are locked by others.",
  commits_status: "Its source branch is gone or has no commits.",
};

function readMergeable(found: Found): Pick<Judged, "mergeable" | "obstacle" | "hasConflicts"> {
  const { detailed_merge_status: detailed, merge_status: simple } = found;
  const status = detailed ?? simple ?? "unchecked";
  if (found.has_conflicts === true || status === "conflict" || status === "broken_status")
    return { mergeable: false, obstacle: null, hasConflicts: true };
  if (undecided.has(status)) return { mergeable: null, obstacle: null, hasConflicts: false };
  const mergeable = status === "mergeable" || status === "can_be_merged";
  return { mergeable, obstacle: obstacles[status] ?? null, hasConflicts: false };
}

/** Older releases and smaller editions have no approvals. */
async function readApprovals(client: GitlabClient, path: string) {
  const action = "read the approvals";
  const request = { path: `${path}/approvals`, action, schema: approvalsSchema };
  const found = await findOne(client, request).catch((error: unknown) => {
    if (!isAppError(error, "code_host_forbidden")) throw error;
    return null;
  });
  return {
    approvals: found?.approved_by?.length ?? 0,
    canApprove: found?.user_can_approve !== false && found?.user_has_approved !== true,
    hasApproved: found?.user_has_approved === true,
  };
}

async function readMethods(client: GitlabClient): Promise<MergeMethod[]> {
  const { squash_option: squash } = await readProject(client);
  return [
    ...(squash === "always" ? [] : (["merge"] as const)),
    ...(squash === "never" ? [] : (["squash"] as const)),
  ];
}
