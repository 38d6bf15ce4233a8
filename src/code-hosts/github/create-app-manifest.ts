import { z } from "zod";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { pathSegment } from "../path-segment.ts";
import { readRepositoryAddress } from "../repository-address.ts";
import { createRestClient } from "../rest/create-rest-client.ts";
import { apiUrlOf, isGithubDotCom } from "./api-url.ts";
import { textOf } from "./read-answer.ts";

export interface AppManifestOptions {
  projectId: string;
  /** Of Copydesk, as GitHub reaches it; without a trailing slash. */
  publicUrl: string;
  /** Where GitHub sends the browser back to, with `code` and `state`. */
  redirectUrl: string;
}

/** What GitHub makes an App of, with GitHub's own names. */
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

/** To be kept with the project. */
export interface ManifestApp {
  id: string;
  pem: string;
  /** Null for an App without a webhook. */
  webhookSecret: string | null;
  /** The App's page, from which it is installed. */
  htmlUrl: string;
}

const nameCharactersMax = 34;

/** All that Copydesk asks of a repository, and nothing of an organisation or of people. */
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

/** Of one App for one project: an App has one webhook. Without a webhook where GitHub could not reach it. */
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
 * The form that makes the App: of the signed-in person, or of an organisation. `state` comes back with the
 * code and has to be compared with what the browser was given.
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

const conversionSchema = z.object({
  id: z.number(),
  pem: z.string(),
  webhook_secret: z.string().nullable(),
  html_url: z.string(),
});

/** Fetches what GitHub made. A code works once and for an hour. Throws `code_host_…` errors. */
export async function exchangeManifestCode(options: {
  repository: string;
  apiUrl: string | null;
  code: string;
  fetch: typeof fetch;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}): Promise<ManifestApp> {
  const client = createRestClient({
    host: "GitHub",
    baseUrl: apiUrlOf(options.repository, options.apiUrl),
    headers: { accept: "application/vnd.github+json" },
    secrets: [options.code],
    fetch: options.fetch,
    readText: textOf,
    sleep: options.sleep,
    signal: options.signal,
  });
  const { data } = await client.request({
    method: "POST",
    path: `/app-manifests/${pathSegment(options.code)}/conversions`,
    action: "fetch the new GitHub App",
    schema: conversionSchema,
  });
  return {
    id: String(data.id),
    pem: data.pem,
    webhookSecret: data.webhook_secret,
    htmlUrl: data.html_url,
  };
}

/** GitHub refuses a webhook that is not reachable from the internet. */
function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]";
}
