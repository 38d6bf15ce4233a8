import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { getProject } from "./get-project.ts";
import { githubAppLinkId, githubAppPath, sealGithubAppLink } from "./github-app-link.ts";

export interface CreateGithubAppLinkDeps extends ActorDeps {
  database: Database;
  secretBox: SecretBox;
  /** URL of the service that serves the link, without a trailing slash. */
  publicUrl: string;
}

export interface CreatedGithubAppLink {
  url: string;
  /** Id of the link, stored with the App created through it. */
  id: string;
  /** ISO 8601. */
  expiresAt: string;
}

const validMs = 60 * 60_000;

export const createGithubAppLinkInput = z.strictObject({
  /** Future owner of the App; absent for the person who opens the link. */
  organization: z
    .string()
    .regex(/^[\w-]{1,39}$/, "must be the name of an organisation, as in its address")
    .optional(),
});

/**
 * Creates the link that a project's admin opens in a browser to create a GitHub App. It is valid for an hour,
 * on every instance with the same secret key. Throws `project_not_found`, and `invalid_request` if the
 * project's host is not GitHub.
 */
export async function createGithubAppLink(
  deps: CreateGithubAppLinkDeps,
  projectId: string,
  input: unknown,
): Promise<CreatedGithubAppLink> {
  const { organization = null } = parseInput(createGithubAppLinkInput, input);
  const { host, name } = await getProject(deps, projectId);
  if (host !== "github") {
    throw new AppError("invalid_request", `The project's code host is ${host}; only GitHub has Apps.`);
  }
  const expiresAt = Date.now() + validMs;
  const token = sealGithubAppLink(deps.secretBox, { projectId, organization, expiresAt });
  const link = { id: githubAppLinkId(token), expiresAt: new Date(expiresAt).toISOString() };
  await recordAudit(deps.database.pool, {
    ...{ action: "project.github_app_link_created", actor: actorOf(deps), projectId },
    ...{ subject: { kind: "project", id: projectId, name }, after: { ...link, organization } },
  });
  return { url: `${deps.publicUrl}${githubAppPath}/${token}`, ...link };
}
