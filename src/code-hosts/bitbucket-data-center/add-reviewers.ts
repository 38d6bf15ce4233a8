import { z } from "zod";
import { statusOf } from "../to-host-error.ts";
import { type DataCenterClient, detailsOf } from "./client.ts";
import { type DataCenterPullRequest, userSchema } from "./schemas.ts";
import { writePullRequest } from "./write-pull-request.ts";

const teamPrefix = "team:";

/**
 * Adds the named reviewers and the repository's default ones, whom the API leaves out, to the existing ones.
 */
export async function addReviewers(
  client: DataCenterClient,
  opened: DataCenterPullRequest,
  names: readonly string[],
): Promise<void> {
  const there = (opened.reviewers ?? []).map(({ user }) => user.name);
  const taken = new Set([...there, opened.author?.user.name ?? ""].map((name) => name.toLowerCase()));
  const wanted = [...(await findDefaultReviewers(client, opened)), ...names];
  const added = wanted.filter((name) => {
    const isNew = !taken.has(name.toLowerCase()) && !name.startsWith(teamPrefix);
    taken.add(name.toLowerCase());
    return isNew;
  });
  if (added.length > 0) await ask(client, opened, { there, added });
}

/**
 * A single reviewer who is unknown or may not read the repository costs all of them, but the host says who it
 * is.
 */
async function ask(
  client: DataCenterClient,
  opened: DataCenterPullRequest,
  { there, added }: { there: readonly string[]; added: readonly string[] },
): Promise<void> {
  try {
    await writePullRequest(client, opened, { reviewers: [...there, ...added] });
  } catch (error) {
    const invalid = (detailsOf(error).invalidReviewers ?? []).map((name) => name.toLowerCase());
    const valid = added.filter((name) => !invalid.includes(name.toLowerCase()));
    if (valid.length === added.length) throw error;
    if (valid.length > 0) await ask(client, opened, { there, added: valid });
  }
}

/** Default reviewers have an API of their own. */
async function findDefaultReviewers(
  client: DataCenterClient,
  { fromRef, toRef }: DataCenterPullRequest,
): Promise<string[]> {
  try {
    const { data } = await client.request({
      path: `${client.root}/rest/default-reviewers/1.0${client.path}/reviewers`,
      query: {
        sourceRepoId: fromRef.repository.id,
        targetRepoId: toRef.repository.id,
        sourceRefId: fromRef.id,
        targetRefId: toRef.id,
      },
      schema: z.array(userSchema),
      action: "read the default reviewers",
    });
    return data.map(({ name }) => name);
  } catch (error) {
    if ([401, 403, 404].includes(statusOf(error) ?? 0)) return [];
    throw error;
  }
}
