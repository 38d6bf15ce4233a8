import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { prefersType } from "../http/prefers-type.ts";
import { requestPath } from "../http/request-path.ts";
import { matchesPage } from "./matches-page.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderUnbuilt } from "./render-unbuilt.ts";

export interface Dashboard {
  /** Serves scripts, styles and icons. */
  register(app: FastifyInstance): Promise<void>;
  /** Sends the page for a path that no API route has; null if the request is not a browser's. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null;
}

const builtFolder = join(import.meta.dirname, "../../../dashboard/dist");
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Serves the built dashboard under the path of the public URL. Files are read on request: a new build needs
 * no restart.
 */
export function createDashboard({
  basePath,
  folder = builtFolder,
}: {
  basePath: string;
  folder?: string;
}): Dashboard {
  return {
    register: (app) => serveFiles(app, folder),
    answer(request, reply) {
      const { method, headers, raw } = request;
      const isRead = method === "GET" || method === "HEAD";
      const path = requestPath(raw.url);
      if (!isRead || path.startsWith("/v2/") || path.startsWith("/assets/")) return null;
      if (!wantsPage(path, headers.accept)) return null;
      return sendPage(reply, { basePath, folder, path });
    },
  };
}

/** Clients that accept anything get JSON for an unknown address, but the start page for `/`. */
function wantsPage(path: string, accept: string | undefined): boolean {
  if (path === "/") return !prefersType(accept, "application/json", "text/html");
  return prefersType(accept, "text/html", "application/json");
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  // The plugin wants an existing folder; `sendFile` still finds files that are built later.
  const options = { root: folder, serve: false, preCompressed: true, logLevel: "warn" } as const;
  await app.register(fastifyStatic, {
    ...options,
    ...(existsSync(folder) ? {} : { root: join(folder, "..") }),
  });
  const send = (reply: FastifyReply, name: string, maxAge: number, immutable: boolean) =>
    reply.sendFile(name, folder, { maxAge: maxAge * 1000, immutable, cacheControl: true });
  app.get<{ Params: { "*": string } }>("/assets/*", async (request, reply) =>
    send(reply.removeHeader("cache-control"), `assets/${request.params["*"]}`, yearSeconds, true),
  );
  for (const name of ["favicon.svg", "favicon-running.svg"])
    app.get(`/${name}`, async (_request, reply) =>
      send(reply.removeHeader("cache-control"), name, 3_600, false),
    );
}

async function sendPage(
  reply: FastifyReply,
  { basePath, folder, path }: { basePath: string; folder: string; path: string },
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString("base64");
  reply.headers(pageHeaders(nonce));
  const built = await readBuilt(folder);
  if (built === null) return reply.code(503).send(renderUnbuilt(nonce));
  const page = built.index
    .replaceAll(/(href|src)="\.\//g, `$1="${escapeAttribute(basePath)}/`)
    .replace('name="copydesk-base" content=""', `name="copydesk-base" content="${escapeAttribute(basePath)}"`)
    .replace("</head>", `<meta property="csp-nonce" nonce="${nonce}"></head>`);
  return reply.code(built.paths.some((pattern) => matchesPage(pattern, path)) ? 200 : 404).send(page);
}

async function readBuilt(folder: string): Promise<{ index: string; paths: string[] } | null> {
  try {
    const [index, paths] = await Promise.all(
      ["index.html", "paths.json"].map((name) => readFile(join(folder, name), "utf8")),
    );
    return { index: index!, paths: JSON.parse(paths!) as string[] };
  } catch {
    return null;
  }
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
