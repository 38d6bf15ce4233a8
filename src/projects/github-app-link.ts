import { createHash } from "node:crypto";
import { z } from "zod";
import { isAppError } from "../errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

/**
 * Content of a set-up link's token: until it expires, its holder may create one GitHub App for this project.
 */
export interface GithubAppLink {
  projectId: string;
  /** Future owner of the App; null for the person who is signed in to GitHub. */
  organization: string | null;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

/** Path of the page that a token opens: `<path>/<token>`. */
export const githubAppPath = "/setup/github-app";

const context = "set-up link of a GitHub App";

// A tuple, to keep the token short in URLs.
const sealedSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);

/** Creates the token, which is encrypted, authenticated and URL-safe. Never returns the same one twice. */
export function sealGithubAppLink(box: SecretBox, link: GithubAppLink): string {
  return box.seal(JSON.stringify([link.projectId, link.organization, link.expiresAt]), context);
}

/**
 * Returns null if the token was altered, has expired, or was made by another instance or for another purpose.
 */
export function openGithubAppLink(box: SecretBox, token: string): GithubAppLink | null {
  try {
    const [projectId, organization, expiresAt] = sealedSchema.parse(JSON.parse(box.open(token, context)));
    return expiresAt > Date.now() ? { projectId, organization, expiresAt } : null;
  } catch (error) {
    if (isAppError(error, "invalid_configuration")) return null;
    throw error;
  }
}

/**
 * Returns an id of the link that does not reveal its token: sent to GitHub as `state`, and stored with the
 * App.
 */
export function githubAppLinkId(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
