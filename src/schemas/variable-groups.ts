import type { BucketSettings } from "../bucket/open-object-store.ts";
import type { OpenIdSettings } from "../people/sign-in/sign-in-settings.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import type { Variables } from "./variables.ts";

/** Variables that are only of use together: if one is set, all needed ones must be. */
const groups = [
  {
    // The provider sends browsers back to the service's own address.
    prefix: "COPYDESK_OIDC_",
    needed: [
      "COPYDESK_OIDC_ISSUER",
      "COPYDESK_OIDC_CLIENT_ID",
      "COPYDESK_OIDC_CLIENT_SECRET",
      "COPYDESK_URL",
    ],
    what: "signing in with OpenID Connect",
  },
  {
    prefix: "COPYDESK_BUCKET_",
    needed: ["COPYDESK_BUCKET_URL", "COPYDESK_BUCKET_KEY_ID", "COPYDESK_BUCKET_SECRET_KEY"],
    what: "the bucket of transcripts",
  },
];

/** Returns a sentence for each variable that is missing although others need it. */
export function describeMissingVariables(values: Record<string, unknown>): string[] {
  return groups
    .filter(({ prefix }) => Object.keys(values).some((name) => name.startsWith(prefix)))
    .flatMap(({ needed, what }) =>
      needed.filter((name) => values[name] === undefined).map((name) => `${name}: is needed for ${what}.`),
    );
}

/** Null if people sign in with passwords only. */
export function readOpenId(values: Variables): OpenIdSettings | null {
  const { COPYDESK_OIDC_ISSUER: issuer, COPYDESK_OIDC_CLIENT_ID: clientId } = values;
  const clientSecret = values.COPYDESK_OIDC_CLIENT_SECRET;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return {
    ...{ issuer, clientId, clientSecret },
    name: values.COPYDESK_OIDC_NAME ?? new URL(issuer).hostname,
    domains: values.COPYDESK_OIDC_DOMAINS ?? [],
    role: values.COPYDESK_OIDC_ROLE ?? "viewer",
  };
}

/** Null if transcripts stay in the store. */
export function readBucket(values: Variables): BucketSettings | null {
  const { COPYDESK_BUCKET_URL: url, COPYDESK_BUCKET_KEY_ID: keyId } = values;
  const secretKey = values.COPYDESK_BUCKET_SECRET_KEY;
  if (url === undefined || keyId === undefined || secretKey === undefined) return null;
  const region = values.COPYDESK_BUCKET_REGION ?? "us-east-1";
  return { url: trimEndCharacters(url, "/"), region, keyId, secretKey };
}
