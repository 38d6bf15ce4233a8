import { pathSegment } from "../path-segment.ts";
import { statusOf } from "../to-host-error.ts";
import type { BitbucketClient } from "./client.ts";
import {
  type BitbucketPullRequest,
  type BitbucketUser,
  defaultReviewerSchema,
  memberSchema,
} from "./schemas.ts";
import { writePullRequest } from "./write-pull-request.ts";

/**
 * Adds the named reviewers and the repository's default ones, whom the API leaves out, to the existing ones.
 */
export async function addReviewers(
  client: BitbucketClient,
  opened: BitbucketPullRequest,
  names: readonly string[],
): Promise<void> {
  const there = (opened.reviewers ?? []).map(({ uuid }) => uuid);
  const found = [...(await findDefaultReviewers(client)), ...(await findMembers(client, names))];
  const added = [...new Set(found)].filter((uuid) => uuid !== opened.author?.uuid && !there.includes(uuid));
  if (added.length === 0) return;
  try {
    await writePullRequest(client, opened, { reviewers: [...there, ...added] });
  } catch (error) {
    if (statusOf(error) !== 400) throw error;
    await addOneByOne(client, opened, { there, added });
  }
}

/** A single reviewer whom the host rejects, e.g. a deactivated account, would cost all of them. */
async function addOneByOne(
  client: BitbucketClient,
  opened: BitbucketPullRequest,
  { there, added }: { there: readonly string[]; added: readonly string[] },
): Promise<void> {
  let reviewers = [...there];
  for (const uuid of added) {
    const more = [...reviewers, uuid];
    const isTaken = await writePullRequest(client, opened, { reviewers: more }).then(
      () => true,
      () => false,
    );
    if (isTaken) reviewers = more;
  }
}

async function findDefaultReviewers(client: BitbucketClient): Promise<string[]> {
  const reviewers = client.list({
    path: `${client.path}/effective-default-reviewers`,
    item: defaultReviewerSchema,
    action: "read the default reviewers",
  });
  return (await readAll(reviewers)).map(({ user }) => user.uuid);
}

/**
 * Returns UUIDs of workspace members by nickname, UUID, account id or display name. Ignores ambiguous names.
 */
async function findMembers(client: BitbucketClient, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const members = client.list({
    path: `/workspaces/${pathSegment(client.workspace)}/members`,
    item: memberSchema,
    action: "read the workspace's members",
  });
  const users = (await readAll(members)).map(({ user }) => user);
  return names.flatMap((name) => {
    const named = users.filter((user) => namesOf(user).includes(name.toLowerCase()));
    return named.length === 1 ? [named[0]!.uuid] : [];
  });
}

function namesOf({ uuid, nickname, account_id: accountId, display_name: displayName }: BitbucketUser) {
  return [uuid, nickname, accountId, displayName].map((name) => name?.toLowerCase());
}

/** Returns an empty list if the token may not read the items. */
async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  try {
    for await (const item of items) all.push(item);
  } catch (error) {
    if (statusOf(error) !== 403 && statusOf(error) !== 404) throw error;
  }
  return all;
}
