import { AppError } from "../../errors.ts";
import type { GitlabClient } from "./client.ts";
import { branchSchema, projectSchema } from "./schemas.ts";

/**
 * The host takes a target branch that is not there, in most of its versions. Throws `ref_not_found`, or the host's refusal when it
 * does not show the project either.
 */
export async function assertBranch(client: GitlabClient, branch: string): Promise<void> {
  if (await hasBranch(client, client.project, branch)) return;
  const question = { action: "read the project", schema: projectSchema };
  await client.ask(question, ({ projects }) => projects.show(client.project));
  throw new AppError("ref_not_found", `The target branch ${branch} is not in ${client.project}.`);
}

export async function hasBranch(client: GitlabClient, project: string, branch: string): Promise<boolean> {
  const question = { action: "look for the branch", schema: branchSchema };
  return (await client.find(question, ({ branches }) => branches.show(project, branch))) !== null;
}
