import type { ReviewState } from "../code-hosts/types.ts";
import type { ReviewJob } from "./load-review-job.ts";
import type { ReviewActions } from "./review-schema.ts";

/**
 * The host's view of the pull request. A text says why it could not be read; null: the host supports no
 * decisions through Copydesk.
 */
export type HostSide = ReviewState | { problem: string } | null;

interface Situation {
  job: ReviewJob;
  /** Why the caller may make no decisions; null if they may. */
  refusal: string | null;
  host: HostSide;
}

type Ability = ReviewActions["approve"];

const allowed: Ability = { allowed: true, why: null };

/** Returns the actions now available to the caller, and why others are not. */
export function decideActions(situation: Situation): ReviewActions {
  const { host } = situation;
  const methods = host !== null && "methods" in host && host.state === "open" ? [...host.methods] : [];
  return {
    approve: firstOf(situation, [whyNotDecided, whyNotApproved]),
    merge: firstOf(situation, [whyNotDecided, whyNotMerged]),
    methods,
    close: firstOf(situation, [whyNotDecided]),
    deleteBranch: firstOf(situation, [whyBranchStays]),
    comment: firstOf(situation, [whyNotSaid]),
    suggest: firstOf(situation, [whyNotSuggested]),
  };
}

function firstOf(situation: Situation, reasons: ((situation: Situation) => string | null)[]): Ability {
  if (situation.refusal !== null) return { allowed: false, why: situation.refusal };
  for (const reason of reasons) {
    const why = reason(situation);
    if (why !== null) return { allowed: false, why };
  }
  return allowed;
}

function whyNotOpen({ job }: Situation): string | null {
  if (job.pullRequest === null)
    return job.mode === "preview"
      ? "This is a preview: open its pull request first."
      : "The job has no pull request.";
  if (job.pullRequest.state === "open") return null;
  return `The pull request is already ${job.pullRequest.state}.`;
}

function whyNotDecided(situation: Situation): string | null {
  return whyNotOpen(situation) ?? whyRunning(situation) ?? whyHostIsSilent(situation);
}

function whyRunning({ job }: Situation): string | null {
  return job.status === "active" ? "The job is at work on it. Wait until it has ended." : null;
}

function whyHostIsSilent({ host }: Situation): string | null {
  if (host === null) return "The repository's host takes no decisions from Copydesk. Decide it there.";
  return "problem" in host ? host.problem : null;
}

function whyNotApproved({ host }: Situation): string | null {
  if (host === null || "problem" in host || host.canApprove) return null;
  return "The code host does not allow the project's own user to approve its pull request.";
}

function whyNotMerged({ job, host }: Situation): string | null {
  if (host === null || "problem" in host) return null;
  if (host.headCommit !== job.headCommit)
    return "Somebody has pushed to the branch since the job. Review that on the code host, or send a follow-up.";
  if (host.conflicts.length > 0)
    return `It conflicts with ${host.baseRef} in ${host.conflicts.slice(0, 5).join(", ")}.`;
  if (host.mergeable === false) return host.why ?? `It conflicts with ${host.baseRef}.`;
  if (host.draft) return "It is a draft.";
  if (host.mergeable === null && host.why !== null) return host.why;
  return host.methods.length === 0
    ? (host.why ?? "The repository allows neither merge commits nor squashing.")
    : null;
}

function whyBranchStays(situation: Situation): string | null {
  const { job } = situation;
  if (job.headCommit === null) return "The job has no branch.";
  if (job.branchDeletedAt !== null) return "The branch is already deleted.";
  if (job.pullRequest?.state === "open") return "Its pull request is open.";
  return whyRunning(situation) ?? whyHostIsSilent(situation);
}

function whyNotSaid({ job }: Situation): string | null {
  return job.status === "archived" ? "The job is archived. Unarchive it to go on with it." : null;
}

function whyNotSuggested(situation: Situation): string | null {
  const { job } = situation;
  if (job.headCommit === null) return "The job has pushed nothing that can be edited.";
  if (job.branchDeletedAt !== null) return "The branch is deleted.";
  if (job.fork !== null) return "The branch is in a fork. Suggest it on the code host.";
  return whyNotSaid(situation) ?? whyNotOpen(situation) ?? whyRunning(situation);
}
