import { z } from "zod";
import { isAppError } from "../../errors.ts";
import type { PullRequestDraft } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { findIdentity } from "./find-identity.ts";
import type { AzurePullRequest } from "./schemas.ts";

const anything = z.unknown();

/**
 * Adds missing labels and reviewers. The pull request is already open, so refusals by the host are ignored.
 */
export async function addExtras(
  client: AzureClient,
  opened: AzurePullRequest,
  { labels = [], reviewers = [] }: PullRequestDraft,
): Promise<void> {
  const path = `${client.path}/pullRequests/${opened.pullRequestId}`;
  for (const name of labels) {
    await addLabel(client, path, name).catch(ignoreRefusal);
  }
  for (const name of reviewers) {
    await addReviewer(client, { path, opened, name }).catch(ignoreRefusal);
  }
}

/** Creates the label if the organization does not have it. */
async function addLabel(client: AzureClient, path: string, name: string): Promise<void> {
  const request = { method: "POST", path: `${path}/labels`, body: { name } } as const;
  await client.request({ ...request, action: "add a label", schema: anything, repeatable: true });
}

async function addReviewer(
  client: AzureClient,
  { path, opened, name }: { path: string; opened: AzurePullRequest; name: string },
): Promise<void> {
  const identity = await findIdentity(client, name);
  if (identity === null || opened.reviewers?.some(({ id }) => id === identity.id)) return;
  await client.request({
    method: "PUT",
    path: `${path}/reviewers/${identity.id}`,
    body: { id: identity.id, vote: 0 },
    action: "ask for a review",
    schema: anything,
  });
}

function ignoreRefusal(error: unknown): void {
  if (!isAppError(error)) throw error;
}
