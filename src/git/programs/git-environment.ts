import { fileURLToPath } from "node:url";

export const trustedConfigFile = fileURLToPath(new URL("./trusted.gitconfig", import.meta.url));

/**
 * Settings that override any configuration file: no git command may start a program of the repository's
 * choice.
 */
export const hardening: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.symlinks=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "core.quotePath=false",
  "core.untrackedCache=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.askPass=",
  "credential.helper=",
  "protocol.ext.allow=never",
  "transfer.bundleURI=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "push.recurseSubmodules=no",
  "push.followTags=false",
  "push.gpgSign=false",
  "commit.gpgSign=false",
  "http.followRedirects=false",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=30",
  "gc.auto=0",
  "maintenance.auto=false",
  "color.ui=false",
].flatMap((setting) => ["-c", setting]);

/**
 * Returns the whole environment of a git process: only PATH is inherited, so that neither a secret nor a
 * GIT_* variable gets in. HOME is not a folder: no `.netrc`, no user configuration.
 */
export function gitEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    ...programEnvironment("/dev/null"),
    GIT_CONFIG_GLOBAL: trustedConfigFile,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_PAGER: "cat",
    ...own,
  };
}

/**
 * Returns the environment of every program that the service starts: PATH, a home, and a locale and time
 * zone that do not depend on the machine.
 */
export function programEnvironment(home: string): Record<string, string> {
  return {
    // biome-ignore lint/style/noProcessEnv: git, ssh and gpg are found where the operator's PATH says.
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: home,
    LC_ALL: "C",
    TZ: "UTC",
  };
}

/** Passes settings in the environment instead of arguments, which other users of the machine could read. */
export function configEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  const pairs = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}
