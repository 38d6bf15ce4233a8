import { apiKeyPattern } from "../../api-keys/api-key-text.ts";
import type { PrincipalKind } from "../../people/permissions.ts";
import type { Operation } from "./operation.ts";
import type { Json } from "./to-json-schema.ts";

const schemeOf: Record<PrincipalKind, string> = {
  api_key: "apiKey",
  management_key: "managementKey",
  user: "session",
  share_link: "shareLink",
};

/** Alternative credentials that an operation accepts. */
export function describeSecurity({ scope, permission, share, callers = [] }: Operation): Json[] {
  const kinds = new Set<PrincipalKind>([
    ...(scope === null ? [] : (["api_key"] as const)),
    ...(permission === undefined ? [] : (["management_key", "user"] as const)),
    ...(share ? (["share_link"] as const) : []),
    ...callers,
  ]);
  return [...kinds].map((kind) => ({ [schemeOf[kind]]: [] }));
}

/** Describes in a sentence what the credentials must allow. */
export function describeNeeds({ scope, permission }: Operation): string {
  const needs = [scope !== null && `Scope: ${scope}.`, permission && `Permission: ${permission}.`];
  return needs.filter((need) => typeof need === "string").join(" ");
}

export const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "cpd_<id>_<secret and checksum>",
    "x-pattern": apiKeyPattern.source,
    description: "An API key of the project, with the scope that the operation names.",
  },
  managementKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "cpm_<id>_<secret and checksum>",
    description: "A management key of the organisation, with the permission that the operation names.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "copydesk.session_token",
    description:
      "A signed-in person, with a role that has the permission that the operation names. Behind https the cookie's name begins with `__Host-`, or with `__Secure-` if the public URL has a path.",
  },
  shareLink: {
    type: "apiKey",
    in: "cookie",
    name: "copydesk_share",
    description: "A reader who opened a share link; it shows one job.",
  },
};
