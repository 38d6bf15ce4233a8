import { z } from "zod";
import { pathSegment } from "../path-segment.ts";
import type { PullRequestDraft } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { type GiteaPullRequest, labelSchema, pullRequestSchema, userSchema } from "./schemas.ts";

const teamPrefix = "team:";
const newLabelColor = "#ededed";
const anything = z.unknown();

/** Adds missing labels, reviewers and assignees. The pull request is already open, so nothing here throws. */
export async function addExtras(
  client: GiteaClient,
  opened: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<void> {
  for (const add of [addLabels, addReviewers, addAssignees]) {
    await add(client, opened, draft).catch(() => undefined);
  }
}

async function addLabels(
  client: GiteaClient,
  opened: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<void> {
  const names = draft.labels ?? [];
  if (names.length === 0) return;
  const known = await findLabels(client, names);
  const ids: number[] = [];
  for (const name of names) {
    const id = known.get(name.toLowerCase()) ?? (await makeLabel(client, name));
    if (id !== null && !opened.labels?.some((label) => label.id === id)) ids.push(id);
  }
  if (ids.length === 0) return;
  await client.request({
    method: "POST",
    path: `${client.path}/issues/${opened.number}/labels`,
    body: { labels: ids },
    action: "add the labels",
    schema: anything,
    repeatable: true,
  });
}

/** Returns label ids by lower-case name; the repository's own take precedence over the organisation's. */
async function findLabels(client: GiteaClient, names: readonly string[]): Promise<Map<string, number>> {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const found = new Map<string, number>();
  for (const path of [`${client.path}/labels`, `/orgs/${pathSegment(client.owner)}/labels`]) {
    try {
      for await (const { id, name } of client.list({ path, item: labelSchema, action: "read the labels" })) {
        const key = name.toLowerCase();
        if (wanted.has(key) && !found.has(key)) found.set(key, id);
        if (found.size === wanted.size) return found;
      }
    } catch {
      // People have no organisation labels, and the token may lack the scope for them.
    }
  }
  return found;
}

async function makeLabel(client: GiteaClient, name: string): Promise<number | null> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/labels`,
      body: { name, color: newLabelColor },
      action: "make a label",
      schema: labelSchema,
    });
    return data.id;
  } catch {
    return null;
  }
}

/** Adds reviewers one by one: a single unknown name would cost all of them. */
async function addReviewers(
  client: GiteaClient,
  opened: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<void> {
  const asked = namesOf(opened.requested_reviewers);
  for (const reviewer of draft.reviewers ?? []) {
    if (asked.has(reviewer.toLowerCase())) continue;
    const body = reviewer.startsWith(teamPrefix)
      ? { team_reviewers: [reviewer.slice(teamPrefix.length)] }
      : { reviewers: [reviewer] };
    const request = {
      method: "POST" as const,
      path: `${client.path}/pulls/${opened.number}/requested_reviewers`,
      body,
      action: "ask for a review",
      schema: anything,
      repeatable: true,
    };
    await client.request(request).catch(() => undefined);
  }
}

/** The host takes only the whole set, and rejects it if one name is unknown. */
async function addAssignees(
  client: GiteaClient,
  opened: GiteaPullRequest,
  draft: PullRequestDraft,
): Promise<void> {
  const there = namesOf(opened.assignees);
  const wanted = (draft.assignees ?? []).filter((name) => !there.has(name.toLowerCase()));
  if (wanted.length === 0) return;
  const { data } = await client.request({
    path: `${client.path}/assignees`,
    action: "read who can be assigned",
    schema: z.array(userSchema),
  });
  const possible = namesOf(data);
  const added = wanted.filter((name) => possible.has(name.toLowerCase()));
  if (added.length === 0) return;
  await client.request({
    method: "PATCH",
    path: `${client.path}/pulls/${opened.number}`,
    body: { assignees: [...(opened.assignees ?? []).map(({ login }) => login), ...added] },
    action: "assign people",
    schema: pullRequestSchema,
  });
}

function namesOf(users: readonly { login: string }[] | null | undefined): Set<string> {
  return new Set((users ?? []).map(({ login }) => login.toLowerCase()));
}
