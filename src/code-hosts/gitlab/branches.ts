import { AppError } from "../../errors.ts";
import { pathSegment } from "../path-segment.ts";
import { findOne } from "../rest/find-one.ts";
import type { GitlabClient } from "./client.ts";
import { readProject } from "./read-project.ts";
import { branchSchema } from "./schemas.ts";

/**
 * Most versions of the host accept a missing target branch. Throws `ref_not_found`, or the host's refusal if
 * the project is hidden too.
 */
export async function assertBranch(client: GitlabClient, branch: string): Promise<void> {
  if (await hasBranch(client, client.path, branch)) return;
  await readProject(client);
  throw new AppError("ref_not_found", `The target branch ${branch} is not in ${client.project}.`);
}

/** `project`: path of the project in the API. */
export async function hasBranch(client: GitlabClient, project: string, branch: string): Promise<boolean> {
  const path = `${project}/repository/branches/${pathSegment(branch)}`;
  return (await findOne(client, { path, action: "look for the branch", schema: branchSchema })) !== null;
}
