import type { IncomingMessage } from "node:http";

declare module "fastify" {
  interface FastifyInstance {
    /** Path of the public URL, "" or "/prefix": the start of every link to this service. */
    basePath: string;
  }
}

/** Returns the path of a public URL without a trailing slash. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}

/** Some proxies pass the prefix on and some strip it: the routes match either way. */
export function withoutBasePath(basePath: string): (request: Pick<IncomingMessage, "url">) => string {
  return ({ url = "/" }) =>
    basePath !== "" && (url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`))
      ? url.slice(basePath.length).replace(/^(?!\/)/, "/")
      : url;
}
