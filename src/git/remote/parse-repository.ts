import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError, isAppError } from "../../errors.ts";
import { normalizeHost } from "../../network/resolve-allowed-address.ts";

export type ParsedRepository =
  | {
      kind: "url";
      /** Normalised, without credentials; the host as URL parsers read it. */
      url: string;
      scheme: "https" | "http" | "ssh";
      /** IPv6 addresses without brackets. */
      host: string;
      port: number;
    }
  | { kind: "path"; path: string };

const charactersMax = 2_048;
const portDefaults = { https: 443, http: 80, ssh: 22 };

/**
 * Parses a repository as people write it: an https, http or ssh URL, the `user@host:path` form, or a path
 * or file:// URL of this machine. Throws `invalid_repository_url` for anything else, including credentials
 * in the URL.
 */
export function parseRepository(text: string): ParsedRepository {
  assertPlainText(text);
  if (/^[A-Za-z][A-Za-z0-9+.-]*::/.test(text)) throw invalid(text, "transport helpers are not allowed");
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text) ?? [];
  if (scheme === undefined) return parseScpForm(text) ?? { kind: "path", path: resolve(text) };
  switch (scheme.toLowerCase()) {
    case "https":
    case "http":
      return parseHttp(text);
    case "ssh":
      return parseSsh(text);
    case "file":
      return parseFile(text);
    default:
      throw invalid(text, `the scheme ${scheme} is not allowed`);
  }
}

function assertPlainText(text: string): void {
  if (text === "") throw invalid(text, "it is empty");
  if (text.length > charactersMax) throw invalid(text, `it is longer than ${charactersMax} characters`);
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(text)) throw invalid(text, "it contains control or invisible characters");
  if (text.startsWith("-")) throw invalid(text, "it begins with a hyphen");
  if (text !== text.trim()) throw invalid(text, "it begins or ends with a space");
}

function parseHttp(text: string): ParsedRepository {
  const url = URL.parse(text);
  if (url === null || /\s/.test(text)) throw invalid(text, "it is not a valid URL");
  if (url.username !== "" || url.password !== "") {
    throw invalid(text, "it contains credentials; store the access token with the project instead");
  }
  if (url.search !== "" || url.hash !== "") throw invalid(text, "it has a query or a fragment");
  if (url.pathname === "/") throw invalid(text, "it names no repository");
  const scheme = url.protocol === "https:" ? "https" : "http";
  const port = url.port === "" ? portDefaults[scheme] : Number(url.port);
  return { kind: "url", url: url.href, scheme, host: hostOf(text, url.hostname), port };
}

function parseSsh(text: string): ParsedRepository {
  const parts = /^ssh:\/\/(?:([^@/]*)@)?(\[[^\]]*\]|[^:/@]*)(?::(\d{1,5}))?(\/[^\s].*)$/i.exec(text);
  if (parts === null) throw invalid(text, "it is not a valid ssh URL");
  const [, user, rawHost, rawPort, path] = parts;
  const host = hostOf(text, rawHost!);
  const port = Number(rawPort ?? portDefaults.ssh);
  if (port < 1 || port > 65_535) throw invalid(text, "its port is out of range");
  const place = `${host.includes(":") ? `[${host}]` : host}${rawPort === undefined ? "" : `:${port}`}`;
  return { kind: "url", url: `ssh://${userPart(text, user)}${place}${path}`, scheme: "ssh", host, port };
}

function parseScpForm(text: string): ParsedRepository | null {
  const parts = /^(?:([^@/:]*)@)?(\[[^\]/]*\]|[^:/@[]*):(.+)$/.exec(text);
  if (parts === null) return null;
  const [, user, rawHost, path] = parts;
  if (path!.startsWith("-")) throw invalid(text, "its path begins with a hyphen");
  const host = hostOf(text, rawHost!);
  const place = host.includes(":") ? `[${host}]` : host;
  return {
    kind: "url",
    url: `${userPart(text, user)}${place}:${path}`,
    scheme: "ssh",
    host,
    port: portDefaults.ssh,
  };
}

function parseFile(text: string): ParsedRepository {
  try {
    const url = new URL(text);
    if (url.search !== "" || url.hash !== "") throw invalid(text, "it has a query or a fragment");
    const path = fileURLToPath(url);
    if (!isAbsolute(path) || /\p{Cc}/u.test(path)) throw invalid(text, "its path cannot be used");
    return { kind: "path", path: resolve(path) };
  } catch (error) {
    throw isAppError(error) ? error : invalid(text, "a file:// URL must name a path of this machine");
  }
}

function userPart(text: string, user: string | undefined): string {
  if (user === undefined) return "";
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(user)) {
    throw invalid(text, "its user part contains a password or characters that are not allowed");
  }
  return `${user}@`;
}

/** Refuses a host such as `-oProxyCommand=…` that ssh would take for an option. */
function hostOf(text: string, rawHost: string): string {
  try {
    const host = normalizeHost(rawHost);
    if (/^[a-z0-9_.:-]+$/i.test(host) && !host.startsWith("-")) return host;
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  throw invalid(text, "its host name is not valid");
}

function invalid(text: string, problem: string): AppError {
  const shown = JSON.stringify(withoutCredentials(text).slice(0, 200)).replace(/[^\x20-\x7e]/g, "?");
  return new AppError(
    "invalid_repository_url",
    `${shown} cannot be used as a repository: ${problem}. Examples: https://github.com/owner/name, git@github.com:owner/name.git, /srv/git/docs.git`,
  );
}

function withoutCredentials(text: string): string {
  return text.replace(/^([A-Za-z0-9+.-]*:\/\/)?[^/@]*@/, "$1…@");
}
