import { githubAppPath } from "../../projects/github-app-link.ts";

const setupPath = `${githubAppPath}/`;

/**
 * Returns the path of a raw URL as it may be shown and logged: shortened, and without query, API keys and
 * set-up links.
 */
export function requestPath(url: string | undefined): string {
  const path = withoutQuery(url ?? "/");
  // Runs for every request, most of which have nothing to hide.
  const shown = path.includes("cp") ? path.replace(/(cp[dmor]_)[0-9A-Za-z_]+/g, "$1[redacted]") : path;
  return withoutSetupToken(shown).slice(0, 256);
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

function withoutSetupToken(path: string): string {
  const at = path.indexOf(setupPath);
  if (at === -1) return path;
  const start = at + setupPath.length;
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  return start === end ? path : `${path.slice(0, start)}[redacted]${path.slice(end)}`;
}
