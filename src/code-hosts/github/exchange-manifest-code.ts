import { z } from "zod";
import { pathSegment } from "../path-segment.ts";
import { createRestClient } from "../rest/create-rest-client.ts";
import { apiUrlOf } from "./api-url.ts";
import { textOf } from "./read-answer.ts";

/** App credentials to store with the project. */
export interface ManifestApp {
  id: string;
  pem: string;
  /** Null for an App without a webhook. */
  webhookSecret: string | null;
  /** Page of the App, from which it is installed. */
  htmlUrl: string;
}

const conversionSchema = z.object({
  id: z.number(),
  pem: z.string(),
  webhook_secret: z.string().nullable(),
  html_url: z.string(),
});

/**
 * Exchanges the code for the App that GitHub created. A code works once, for one hour. Throws `code_host_…`
 * errors.
 */
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
