import type { AddressInfo } from "node:net";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { ErrorCode } from "../../../errors.ts";
import { organisationsWith, type Permission } from "../../../people/permissions.ts";
import type { HeaderDescription } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";

export const exampleEmail = "docs@example.com";
export const exampleTime = "2026-11-21T09:30:00.000Z";
export const exampleOrganisation = "org_0123456789abcdefghijkl";

export const time = z.iso.datetime({ precision: 3 });

/** Errors of every body that cannot be read. */
export const bodyErrors: ErrorCode[] = ["invalid_json", "body_too_large", "unsupported_media_type"];

export const setsSession: Record<string, HeaderDescription> = {
  "Set-Cookie": {
    description: "The session's cookie: HttpOnly, SameSite=Lax, and Secure behind https.",
    example: "copydesk.session_token=x; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
    optional: true,
  },
};

export const linkTokenPath = {
  token: {
    description: "What the link ends with.",
    example: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG",
    pattern: "^[0-9A-Za-z]{1,200}$",
  },
};

/**
 * Returns the base of links, without a trailing slash: the configured URL, else the address that the service
 * listens on.
 */
export function publicUrlOfRequest({ signIn }: Pick<ServerDeps, "signIn">, request: FastifyRequest): string {
  if (signIn.publicUrl !== null) return signIn.publicUrl;
  const { address, port } = request.server.server.address() as AddressInfo;
  const isEverywhere = address === "::" || address === "0.0.0.0";
  const host = isEverywhere ? "localhost" : address.includes(":") ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** Returns the organisations in which the request's caller has the permission. */
export function organisationsOf(request: FastifyRequest, permission: Permission): string[] {
  return organisationsWith(request.principal!, permission);
}
