import { z } from "zod";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import { findOne } from "../rest/find-one.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { commentOnPullRequest } from "./comment-on-pull-request.ts";
import { reviewedPullSchema } from "./schemas.ts";

type Found = z.output<typeof reviewedPullSchema>;

const anything = z.unknown();
const approvedVote = 10;
/** Lowest vote that approves: 5 is "approved with suggestions", 10 is "approved". */
const approvingVoteMin = 5;

/** The host merges after it has responded, and reports only then what its policies object to. */
export function createHostReview(
  client: AzureClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const { project, repository } = client.address;
  const path = (number: number) => `${client.path}/pullrequests/${number}`;
  const change = async (number: number, action: string, body: object) => {
    await client.request({ method: "PATCH", path: path(number), body, action, schema: anything });
  };
  const steps = {
    repository: `${project}/${repository}`,
    noun: "pull request",
    judge: (number: number) => judge(client, path(number)),
    async approve(number: number, { body }: ApproveInput) {
      const { id } = await client.owner();
      await client.request({
        method: "PUT",
        path: `${client.path}/pullRequests/${number}/reviewers/${id}`,
        body: { id, vote: approvedVote },
        action: "approve the pull request",
        schema: anything,
      });
      if (body !== undefined) await commentOnPullRequest(client, number, { topic: "approval", body });
    },
    merge: (number: number, { method, headCommit, title, message }: MergeInput) =>
      change(number, "complete the pull request", {
        status: "completed",
        lastMergeSourceCommit: { commitId: headCommit },
        completionOptions: {
          mergeStrategy: method === "merge" ? "noFastForward" : "squash",
          mergeCommitMessage: message === "" ? title : `${title}\n\n${message}`,
          deleteSourceBranch: false,
        },
      }),
    close: (number: number) => change(number, "abandon the pull request", { status: "abandoned" }),
  } as const;
  return createReview(steps, options);
}

async function judge(client: AzureClient, path: string): Promise<Judged | null> {
  const action = "read the pull request";
  const found = await findOne(client, { path, action, schema: reviewedPullSchema });
  if (found === null) return null;
  const baseRef = found.targetRefName.replace(/^refs\/heads\//, "");
  const both = { headCommit: found.lastMergeSourceCommit?.commitId ?? "", baseRef };
  const mergeCommit = found.lastMergeCommit?.commitId ?? null;
  if (found.status === "completed") return judgeEnded({ ...both, state: "merged", mergeCommit });
  if (found.status !== "active") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  return {
    ...both,
    ...readMergeable(found),
    ...{ state: "open", conflicts: [], methods: ["merge", "squash"], canApprove: true, mergeCommit: null },
    approvals: (found.reviewers ?? []).filter(
      ({ vote, isContainer }) => isContainer !== true && (vote ?? 0) >= approvingVoteMin,
    ).length,
    draft: found.isDraft === true,
  };
}

function readMergeable(found: Found): Pick<Judged, "mergeable" | "obstacle" | "hasConflicts"> {
  const said = found.mergeFailureMessage ?? "";
  switch (found.mergeStatus) {
    case "conflicts":
      return { mergeable: false, obstacle: null, hasConflicts: true };
    case "rejectedByPolicy":
      return {
        mergeable: false,
        hasConflicts: false,
        obstacle: said || "A branch policy does not allow it to be completed.",
      };
    case "failure":
      return {
        mergeable: false,
        hasConflicts: false,
        obstacle: `Azure DevOps could not merge it${said === "" ? "." : `: ${said}`}`,
      };
    case "succeeded":
      return { mergeable: found.isDraft !== true, obstacle: null, hasConflicts: false };
    default:
      return { mergeable: null, obstacle: null, hasConflicts: false };
  }
}
