import { z } from "zod";
import { AppError, isAppError } from "../../errors.ts";
import { createReview, type Judged, judgeEnded } from "../create-review.ts";
import { pathSegment } from "../path-segment.ts";
import type { ApproveInput, HostOptions, HostReview, MergeInput, MergeMethod } from "../types.ts";
import type { DataCenterClient } from "./client.ts";
import {
  changeSchema,
  mergeCheckSchema,
  mergeSettingsSchema,
  personSchema,
  reviewedPullSchema,
} from "./schemas.ts";

type ReviewedPull = z.output<typeof reviewedPullSchema>;

const anything = z.unknown();

const strategies = { merge: "no-ff", squash: "squash" } as const;

/**
 * A merge names the pull request's version: the host refuses it if anything has changed since it was read.
 */
export function createHostReview(
  client: DataCenterClient,
  options: HostOptions,
): Omit<HostReview, "deleteBranch"> {
  const path = (number: number) => `${client.path}/pull-requests/${number}`;
  const steps = {
    repository: `${client.address.projectKey}/${client.address.slug}`,
    noun: "pull request",
    judge: (number: number) => judge(client, path(number)),
    approve: (number: number, input: ApproveInput) => approve(client, path(number), input),
    async merge(number: number, { method, headCommit, title, message }: MergeInput) {
      const { version, fromRef } = await readPull(client, path(number));
      if (fromRef.latestCommit !== headCommit) return;
      const body = {
        ...{ version, strategyId: strategies[method], autoSubject: false },
        message: message === "" ? title : `${title}\n\n${message}`,
      };
      const request = { method: "POST", path: `${path(number)}/merge`, query: { version }, body } as const;
      await client.request({ ...request, action: "merge the pull request", schema: anything });
    },
    async close(number: number) {
      const { version } = await readPull(client, path(number));
      const request = { method: "POST", path: `${path(number)}/decline`, query: { version } } as const;
      await client.request({
        ...{ ...request, body: { version } },
        action: "decline the pull request",
        schema: anything,
      });
    },
  } as const;
  return createReview(steps, options);
}

async function readPull(client: DataCenterClient, path: string): Promise<ReviewedPull> {
  const action = "read the pull request";
  return (await client.request({ path, action, schema: reviewedPullSchema })).data;
}

async function approve(
  client: DataCenterClient,
  path: string,
  { headCommit, body }: ApproveInput,
): Promise<void> {
  const own = await client.ownName();
  const slug = own === null ? null : await findSlug(client, own);
  if (slug === null) {
    throw new AppError(
      "code_host_refused",
      "Bitbucket takes approvals from people only, and the token belongs to a project or a repository.",
    );
  }
  await client.request({
    method: "PUT",
    path: `${path}/participants/${pathSegment(slug)}`,
    body: { status: "APPROVED", lastReviewedCommit: headCommit },
    action: "approve the pull request",
    schema: anything,
  });
  if (body === undefined) return;
  const said = { method: "POST", path: `${path}/comments`, body: { text: body } } as const;
  await client.request({ ...said, action: "comment on the pull request", schema: anything });
}

/** The slug in a user's address may differ from the name. */
async function findSlug(client: DataCenterClient, name: string): Promise<string | null> {
  const people = client.list({
    ...{ path: "/users", query: { filter: name }, item: personSchema, action: "look for the token's owner" },
  });
  for await (const person of people) {
    if (person.name.toLowerCase() === name.toLowerCase()) return person.slug;
  }
  return null;
}

async function judge(client: DataCenterClient, path: string): Promise<Judged | null> {
  const found = await client.find(path, reviewedPullSchema, "read the pull request");
  if (found === null) return null;
  const both = { headCommit: found.fromRef.latestCommit, baseRef: found.toRef.displayId };
  const mergeCommit = found.properties?.mergeCommit?.id ?? null;
  if (found.state === "MERGED") return judgeEnded({ ...both, state: "merged", mergeCommit });
  if (found.state !== "OPEN") return judgeEnded({ ...both, state: "closed", mergeCommit: null });
  const { approvals, canApprove } = await readApprovals(client, found);
  return {
    ...both,
    ...(await readMergeable(client, path)),
    ...{ state: "open", approvals, canApprove, draft: found.draft === true, mergeCommit: null },
    methods: await readMethods(client),
  };
}

type Mergeable = Pick<Judged, "mergeable" | "obstacle" | "hasConflicts" | "conflicts">;

async function readMergeable(client: DataCenterClient, path: string): Promise<Mergeable> {
  const action = "ask whether it can be merged";
  const { data } = await client.request({ path: `${path}/merge`, action, schema: mergeCheckSchema });
  const { canMerge, conflicted, outcome, vetoes } = data;
  if (conflicted) {
    const conflicts = await listConflicts(client, path);
    return { mergeable: false, obstacle: null, hasConflicts: true, conflicts };
  }
  const said = (vetoes ?? []).flatMap((one) => one.detailedMessage ?? one.summaryMessage ?? []);
  const isUndecided = outcome === "UNKNOWN" && said.length === 0 && !canMerge;
  const obstacle = said.length === 0 ? null : said.join(" ");
  return { mergeable: isUndecided ? null : canMerge, obstacle, hasConflicts: false, conflicts: [] };
}

async function listConflicts(client: DataCenterClient, path: string): Promise<string[]> {
  const conflicts: string[] = [];
  const changes = client.list({
    ...{ path: `${path}/changes`, item: changeSchema, action: "look for conflicts" },
  });
  for await (const { path: file, conflict } of changes) {
    if (conflict !== undefined && conflict !== null) conflicts.push(file.toString);
  }
  return conflicts;
}

async function readApprovals(client: DataCenterClient, found: ReviewedPull) {
  const own = await client.ownName().catch(() => null);
  const isOwn = own?.toLowerCase() === found.author?.user.name.toLowerCase();
  return {
    approvals: (found.reviewers ?? []).filter(({ status }) => status === "APPROVED").length,
    canApprove: own !== null && !isOwn,
  };
}

/** Older releases do not expose the setting and support both methods. */
async function readMethods(client: DataCenterClient): Promise<MergeMethod[]> {
  const request = { path: `${client.path}/settings/pull-requests`, schema: mergeSettingsSchema };
  const settings = await client
    .request({ ...request, action: "read how pull requests are merged" })
    .then(({ data }) => data.mergeConfig.strategies)
    .catch((error: unknown) => {
      if (isAppError(error, "code_host_unavailable")) throw error;
      return null;
    });
  return (["merge", "squash"] as const).filter(
    (method) => settings?.some(({ id, enabled }) => enabled && id === strategies[method]) ?? true,
  );
}
