import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "../http/matches-etag.ts";
import { docsPolicy } from "../pages/docs-policy.ts";
import { renderUnbuiltDoc } from "../pages/render-unbuilt-doc.ts";

const repository = join(import.meta.dirname, "../../..");
const builtFolder = join(repository, "website/dist");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/**
 * Serves the documentation that `npm run docs` has built at `/docs`, without a key: it holds nothing about
 * the instance. Files are read on request: a new build needs no restart.
 */
export function registerDocsPages(app: FastifyInstance, folder = builtFolder): void {
  const root = `${app.basePath}/docs/`;
  // Links between pages are relative to it.
  app.get("/docs", (_request, reply) => reply.redirect(root, 308));
  app.get<{ Params: { "*": string } }>("/docs/*", async (request, reply) => {
    const address = request.params["*"];
    const image = /^images\/[\w-]+\.(?:png|svg)$/.test(address) ? join(repository, "docs", address) : null;
    const found = await readFirst([image, ...filesOf(folder, address)]);
    if (found !== null) return sendFile(request, reply, found);
    if ((await readFirst([inside(folder, join(address, "index.html"))])) !== null)
      return reply.redirect(`${root}${address}/`, 308);
    return (await sendUnbuilt(reply, folder, address, root)) ?? reply.callNotFound();
  });
}

/** A page's address has no extension, a folder's ends with a slash. */
function filesOf(folder: string, address: string): (string | null)[] {
  if (address === "" || address.endsWith("/")) return [inside(folder, `${address}index.html`)];
  return Object.hasOwn(types, extname(address))
    ? [inside(folder, address)]
    : [inside(folder, `${address}.html`)];
}

/** Returns null for a path that leads out of the folder. */
function inside(folder: string, path: string): string | null {
  const full = normalize(join(folder, path));
  return full.startsWith(`${folder}${sep}`) && !path.includes("\0") ? full : null;
}

async function readFirst(files: (string | null)[]): Promise<{ file: string; body: Buffer } | null> {
  for (const file of files) {
    const body = file === null ? null : await readFile(file).catch(() => null);
    if (body !== null) return { file: file!, body };
  }
  return null;
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, body }: { file: string; body: Buffer },
): FastifyReply {
  const type = types[extname(file)]!;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply.headers({ "content-type": type, etag, "cache-control": "no-cache" });
  if (type.startsWith("text/html")) reply.headers(docsPolicy(body.toString("utf8")));
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.send(body);
}

/** Where the site is not built, a page is shown as its source; null if it is built or has no such page. */
async function sendUnbuilt(
  reply: FastifyReply,
  folder: string,
  address: string,
  root: string,
): Promise<FastifyReply | null> {
  if ((await readFirst([join(folder, "index.html")])) !== null) return null;
  const docs = join(repository, "docs");
  const page = address.replace(/\/$/, "");
  const source = await readFirst([inside(docs, `${page}.md`), inside(docs, join(page, "README.md"))]);
  const summary = await readFile(join(docs, "SUMMARY.md"), "utf8");
  if (source === null) return null;
  const shown = renderUnbuiltDoc({ source: source.body.toString("utf8"), summary, root });
  return reply
    .headers({ "content-type": types[".html"]!, "cache-control": "no-store", ...docsPolicy(shown) })
    .send(shown);
}
