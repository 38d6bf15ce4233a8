import type { FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";

/**
 * Throws `cross_site_request` if a page of another site made the browser send a request that changes
 * something. This is a second defence behind `SameSite=Lax`. `isNeeded`: the request has a cookie, so that a
 * browser that does not name its site is refused too.
 */
export function refuseCrossSite(
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  publicUrl: string | null,
  isNeeded: boolean,
): void {
  if (method === "GET" || method === "HEAD") return;
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site === "same-origin") return;
  if (origin !== undefined && isOwnOrigin(origin, host, publicUrl)) return;
  if (!isNeeded && site === undefined && origin === undefined) return;
  throw new AppError(
    "cross_site_request",
    "This request carries a cookie but does not come from a page of this instance. Use the dashboard, or send a key.",
  );
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return host !== undefined && URL.parse(origin)?.host === host;
}
