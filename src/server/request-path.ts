import { githubAppPath } from "../projects/github-app-link.ts";

const setupToken = new RegExp(`(${githubAppPath}/)[^/]+`);

/** The path of a raw URL as it may be shown and logged: no query, no API key that someone put there, no set-up link, not endless. */
export function requestPath(url: string | undefined): string {
  const path = (url ?? "/").split(/[?#]/, 1)[0] ?? "/";
  return path
    .replace(/cpd_[0-9A-Za-z_]+/g, "cpd_[redacted]")
    .replace(setupToken, "$1[redacted]")
    .slice(0, 256);
}
