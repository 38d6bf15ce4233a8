import type { IncomingMessage } from "node:http";

declare module "fastify" {
  interface FastifyInstance {
    /** Path of the public URL, "" or "/prefix": what links to this service begin with. */
    basePath: string;
  }
}

/** The path of a public URL without a trailing slash. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}

/** Some proxies hand the prefix on and some take it off: both find the routes. */
export function withoutBasePath(basePath: string): (request: Pick<IncomingMessage, "url">) => string {
  return ({ url = "/" }) =>
    basePath !== "" && (url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`))
      ? url.slice(basePath.length).replace(/^(?!\/)/, "/")
      : url;
}
