import { createHash } from "node:crypto";
import { z } from "zod";
import { isAppError } from "../errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

/**
 * What the token of a set-up link says: whoever holds it may make one GitHub App for this project until then.
 */
export interface GithubAppLink {
  projectId: string;
  /** Who will own the App; null for the person who is signed in to GitHub. */
  organization: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Path of the page that a token opens: `<path>/<token>`. */
export const githubAppPath = "/setup/github-app";

const context = "set-up link of a GitHub App";

// A list, because the token is a part of an address.
const sealedSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);

/** The token, which is encrypted, authenticated and fit for an address. Never the same twice. */
export function sealGithubAppLink(box: SecretBox, link: GithubAppLink): string {
  return box.seal(JSON.stringify([link.projectId, link.organization, link.expiresAt]), context);
}

/** Null for a token that was changed, has expired, or was made by another instance or for something else. */
export function openGithubAppLink(box: SecretBox, token: string): GithubAppLink | null {
  try {
    const [projectId, organization, expiresAt] = sealedSchema.parse(JSON.parse(box.open(token, context)));
    return expiresAt > Date.now() ? { projectId, organization, expiresAt } : null;
  } catch (error) {
    if (isAppError(error, "invalid_configuration")) return null;
    throw error;
  }
}

/** Names the link without opening it: told to GitHub as `state`, and kept with the App that the link made. */
export function githubAppLinkId(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
