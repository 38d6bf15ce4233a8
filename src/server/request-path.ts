import { githubAppPath } from "../projects/github-app-link.ts";

const setupPath = `${githubAppPath}/`;

/**
 * The path of a raw URL as it may be shown and logged: no query, no API key that someone put there, no set-up
 * link, not endless.
 */
export function requestPath(url: string | undefined): string {
  const path = (url ?? "/").split(/[?#]/, 1)[0] ?? "/";
  return withoutSetupToken(path.replace(/(cp[dm]_)[0-9A-Za-z_]+/g, "$1[redacted]")).slice(0, 256);
}

function withoutSetupToken(path: string): string {
  const at = path.indexOf(setupPath);
  if (at === -1) return path;
  const start = at + setupPath.length;
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  return start === end ? path : `${path.slice(0, start)}[redacted]${path.slice(end)}`;
}
