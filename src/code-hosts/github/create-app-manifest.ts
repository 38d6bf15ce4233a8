import { trimEndCharacters } from "../../text/trim-characters.ts";
import { pathSegment } from "../path-segment.ts";
import { readRepositoryAddress } from "../repository-address.ts";
import { isGithubDotCom } from "./api-url.ts";

export interface AppManifestOptions {
  projectId: string;
  /** Copydesk's URL as GitHub reaches it, without a trailing slash. */
  publicUrl: string;
  /** URL to which GitHub returns the browser, with `code` and `state`. */
  redirectUrl: string;
}

/** Manifest from which GitHub creates an App, with GitHub's own field names. */
export interface AppManifest {
  name: string;
  url: string;
  description: string;
  public: false;
  redirect_url: string;
  default_permissions: Readonly<Record<string, "read" | "write">>;
  default_events?: readonly string[];
  hook_attributes?: { url: string; active: true };
}

/** A form that the browser posts. */
export interface ManifestForm {
  action: string;
  fields: { manifest: string };
}

const nameCharactersMax = 34;

/** The permissions that Copydesk needs, all for the repository, none for organisations or people. */
const permissions = {
  metadata: "read",
  contents: "write",
  pull_requests: "write",
  issues: "write",
  checks: "write",
  statuses: "read",
} as const;

const events = [
  "pull_request",
  "issue_comment",
  "pull_request_review",
  "pull_request_review_comment",
  "check_run",
  "check_suite",
  "status",
] as const;

/**
 * Builds the manifest of an App for one project, because an App has only one webhook. Leaves the webhook out
 * if GitHub could not reach it.
 */
export function createAppManifest({ projectId, publicUrl, redirectUrl }: AppManifestOptions): AppManifest {
  const url = trimEndCharacters(publicUrl, "/");
  const hook = {
    default_events: events,
    hook_attributes: { url: `${url}/v2/hooks/${pathSegment(projectId)}`, active: true as const },
  };
  return {
    name: `Copydesk ${projectId}`.slice(0, nameCharactersMax).trimEnd(),
    url,
    description: "Opens pull requests with changes of the documentation.",
    public: false,
    redirect_url: redirectUrl,
    default_permissions: permissions,
    ...(isOnThisMachine(url) ? {} : hook),
  };
}

/**
 * Returns the form that creates the App for the signed-in user or an organisation. `state` comes back with
 * the code and must be compared with the browser's.
 */
export function toManifestForm(
  manifest: AppManifest,
  { repository, organization, state }: { repository: string; organization: string | null; state: string },
): ManifestForm {
  const { origin, hostname } = readRepositoryAddress(repository);
  const site = isGithubDotCom(hostname) ? "https://github.com" : origin;
  const owner = organization === null ? "" : `/organizations/${pathSegment(organization)}`;
  return {
    action: `${site}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`,
    fields: { manifest: JSON.stringify(manifest) },
  };
}

/** GitHub refuses webhook URLs that are not reachable from the internet. */
function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]";
}
