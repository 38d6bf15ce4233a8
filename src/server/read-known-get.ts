import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { parseApiKey } from "../api-keys/api-key-text.ts";
import type { KeyParts } from "../api-keys/key-text.ts";
import { corsHeaders } from "./http/allow-origins.ts";
import { withoutBasePath } from "./http/base-path.ts";

/** What a GET of a job asks for. */
export interface AskedJob {
  /** Without the path prefix of the public URL. */
  url: string;
  projectId: string;
  jobId: string;
  parts: KeyParts;
  ifNoneMatch: string | undefined;
  takesCompressed: boolean;
  /** Headers that let the page which sent the request read the response. */
  cors: Record<string, string>;
}

interface Last {
  rawUrl: string | undefined;
  rawHeaders: readonly string[];
  asked: AskedJob;
}

const address = /^\/v2\/agent\/(prj_[0-9A-Za-z]{1,40})\/job\/(job_[0-9A-Za-z]{22})$/;
const bearer = "Bearer ";

/**
 * Returns a function that reads GETs of jobs, and returns null for any other request and for unusual ones.
 * It caches what each connection asked for last, because most connections repeat the request.
 */
export function createKnownGetReader(
  basePath: string,
  allowedOrigins: readonly string[],
): (request: IncomingMessage) => AskedJob | null {
  const readPath = withoutBasePath(basePath);
  const lasts = new WeakMap<Socket, Last>();
  return (request) => {
    const { method, httpVersion, rawHeaders, socket, url: rawUrl } = request;
    if (method !== "GET" || httpVersion !== "1.1") return null;
    const last = lasts.get(socket);
    if (last?.rawUrl === rawUrl && areEqual(last!.rawHeaders, rawHeaders)) return last!.asked;
    const asked = read(request, readPath(request), allowedOrigins);
    if (asked !== null) lasts.set(socket, { rawUrl, rawHeaders, asked });
    return asked;
  };
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let n = 0; n < one.length; n += 1) if (one[n] !== other[n]) return false;
  return true;
}

function read({ headers }: IncomingMessage, url: string, allowedOrigins: readonly string[]): AskedJob | null {
  const { host, authorization } = headers;
  if (host === undefined || hasBody(headers) || authorization?.startsWith(bearer) !== true) return null;
  const [, projectId, jobId] = address.exec(url) ?? [];
  if (projectId === undefined || jobId === undefined) return null;
  const parts = parseApiKey(authorization.slice(bearer.length));
  if (parts === null) return null;
  return {
    ...{ url, projectId, jobId, parts },
    ifNoneMatch: headers["if-none-match"],
    takesCompressed: headers["accept-encoding"] !== undefined,
    cors: corsHeaders({ url, headers }, allowedOrigins),
  };
}

function hasBody(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["content-length"] !== undefined ||
    headers["transfer-encoding"] !== undefined ||
    headers.expect !== undefined
  );
}
