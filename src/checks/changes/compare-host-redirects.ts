import { isDeepStrictEqual } from "node:util";
import { parse as parseToml } from "smol-toml";
import { isOwnRedirect } from "./compare-redirect-table.ts";

type Data = Record<string, unknown>;

const known = new Set([
  "from",
  "to",
  "source",
  "destination",
  "status",
  "statusCode",
  "permanent",
  "type",
  "force",
]);

/**
 * Returns what a new text of `netlify.toml`, `vercel.json` or `firebase.json` changes besides redirects
 * between addresses of the site, or null.
 */
export function compareHostRedirects(path: string, before: string, after: string): string | null {
  if (before === after) return null;
  const [old, now] = [split(path, before), split(path, after)];
  if (old === null || now === null) return "the file cannot be read";
  if (!isDeepStrictEqual(old.rest, now.rest)) return "this changes more than the redirects";
  const kept = new Set(old.redirects.map((one) => JSON.stringify(one)));
  const sources = new Set(old.redirects.map(sourceOf));
  for (const one of now.redirects) {
    if (kept.has(JSON.stringify(one))) continue;
    const source = sourceOf(one);
    const { to, destination = to } = one as Data;
    const isPlain = Object.keys(one as Data).every((key) => known.has(key));
    if (typeof source !== "string" || typeof destination !== "string" || !isPlain)
      return "this adds a redirect of another form";
    const isOwn = isOwnRedirect(sources.has(source) ? "/" : source, destination);
    if (!source.startsWith("/") || !destination.startsWith("/") || !isOwn)
      return `this adds a redirect from ${source} to ${destination}`;
  }
  return null;
}

function sourceOf(redirect: unknown): unknown {
  const { from, source = from } = redirect as Data;
  return source;
}

function split(path: string, text: string): { rest: Data; redirects: unknown[] } | null {
  try {
    const data = (path.endsWith(".toml") ? parseToml(text) : JSON.parse(text)) as Data;
    const holder = (path.endsWith("firebase.json") ? data.hosting : data) as Data;
    const { redirects = [], ...others } = holder;
    const rest = holder === data ? others : { ...data, hosting: others };
    const isList =
      Array.isArray(redirects) && redirects.every((one) => typeof one === "object" && one !== null);
    return isList ? { rest, redirects } : null;
  } catch {
    return null;
  }
}
