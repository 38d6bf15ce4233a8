import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createDocsSite } from "../../docs-site/create-docs-site.ts";
import { matchesEtag } from "../http/matches-etag.ts";
import { renderDocPage } from "../pages/render-doc-page.ts";

const repository = join(import.meta.dirname, "../../..");
const browserFolder = join(repository, "src/docs-site/browser");

/** Only scripts and styles of this service; nothing inline, so that a page cannot add any. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

const imageTypes: Readonly<Record<string, string>> = { png: "image/png", svg: "image/svg+xml" };

/** Serves the documentation of this version at `/docs` without a key: it holds nothing about the instance. */
export function registerDocsPages(app: FastifyInstance): void {
  const base = app.basePath;
  const site = createDocsSite(`${base}/docs`);
  const file = (path: string, type: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, { "content-type": type }, await readFile(path));
  app.get("/docs/docs.css", file(join(browserFolder, "docs.css"), "text/css; charset=utf-8"));
  app.get("/docs/search.js", file(join(browserFolder, "search.js"), "text/javascript; charset=utf-8"));
  app.get("/docs/minisearch.js", file(findMinisearch(), "text/javascript; charset=utf-8"));
  app.get("/docs/search.json", async (request, reply) => {
    const body = Buffer.from(JSON.stringify(await site.sections()));
    return send(request, reply, { "content-type": "application/json; charset=utf-8" }, body);
  });
  app.get<{ Params: { name: string } }>("/docs/images/:name", async (request, reply) => {
    const { name } = request.params;
    const type = /^[\w-]+\.(png|svg)$/.exec(name)?.[1];
    if (type === undefined) return reply.callNotFound();
    const bytes = await readFile(join(repository, "docs/images", name)).catch(() => null);
    if (bytes === null) return reply.callNotFound();
    return send(request, reply, { "content-type": imageTypes[type]! }, bytes);
  });
  const page = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const found = await site.page(address);
    if (found === null) return reply.callNotFound();
    return send(request, reply, pageHeaders, Buffer.from(renderDocPage({ ...found, base })));
  };
  app.get("/docs", (request, reply) => page(request, reply, ""));
  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) =>
    page(request, reply, request.params["*"]),
  );
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  body: Buffer,
): FastifyReply {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply.headers({ ...headers, etag, "cache-control": "no-cache" });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.send(body);
}

function findMinisearch(): string {
  const main = createRequire(import.meta.url).resolve("minisearch");
  return join(dirname(dirname(main)), "es/index.js");
}
