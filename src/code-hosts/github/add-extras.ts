import { z } from "zod";
import { isAppError } from "../../errors.ts";
import type { PullRequestDraft } from "../types.ts";
import type { GithubClient } from "./client.ts";

const teamPrefix = "team:";
const assigneesMax = 10;

/** Adds labels, reviewers and assignees. The pull request is already open, so nothing here throws. */
export async function addExtras(
  client: GithubClient,
  number: number,
  draft: PullRequestDraft,
): Promise<void> {
  const { labels = [], reviewers = [], assignees = [] } = draft;
  const issue = `${client.path}/issues/${number}`;
  await addAll(labels, (some) => post(client, `${issue}/labels`, { labels: some }));
  await addAll(reviewers, (some) =>
    post(client, `${client.path}/pulls/${number}/requested_reviewers`, toReviewers(some)),
  );
  // GitHub ignores unknown assignees.
  await addAll(assignees.slice(0, assigneesMax), (some) =>
    post(client, `${issue}/assignees`, { assignees: some }),
  );
}

/** Adds all at once, or one by one if GitHub refuses because of one of them. */
async function addAll(
  names: readonly string[],
  add: (names: readonly string[]) => Promise<void>,
): Promise<void> {
  if (names.length === 0) return;
  try {
    await add(names);
  } catch (error) {
    if (names.length === 1 || isAppError(error, "code_host_unavailable")) return;
    for (const name of names) await add([name]).catch(() => undefined);
  }
}

function toReviewers(names: readonly string[]): Record<string, string[]> {
  const teams = names.filter((name) => name.startsWith(teamPrefix));
  const users = names.filter((name) => !name.startsWith(teamPrefix));
  return {
    ...(users.length === 0 ? {} : { reviewers: users }),
    // "team:org/docs" and "team:docs" are equivalent: GitHub wants the last part.
    ...(teams.length === 0
      ? {}
      : { team_reviewers: teams.map((team) => team.slice(teamPrefix.length).replace(/^.*\//, "")) }),
  };
}

async function post(client: GithubClient, path: string, body: object): Promise<void> {
  await client.request({
    method: "POST",
    path,
    body,
    action: "add labels, reviewers and assignees",
    schema: z.unknown(),
    repeatable: true,
  });
}
