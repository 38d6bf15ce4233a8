import { posix } from "node:path";
import { isPagePath, pageExtension } from "../../text/page-path.ts";
import type { CheckInput, CheckRule } from "../check-input.ts";
import { routeKey } from "../model/build-index.ts";
import { followRedirect } from "../model/follow-redirect.ts";
import { isLanguage, partitionOf, withoutPartition } from "../model/partition-of.ts";
import type { Finding, Rule } from "../types.ts";

/** A removed page must leave a redirect at its address, on sites that can have one. */
export const checkLostAddresses: CheckRule = async ({ site, oldPaths }) => {
  const { configuration, filesBefore, files } = site;
  const { redirectHome: home, isRoutingKnown } = configuration;
  if (home === null || home.kind === "script" || !isRoutingKnown) return [];
  const moved = new Map([...oldPaths].map(([now, old]) => [old, now]));
  const findings: Finding[] = [];
  for (const path of filesBefore) {
    if (files.has(path) || !isPagePath(path)) continue;
    if (!configuration.isChecked(path) || !configuration.hasRoute(path)) continue;
    const key = routeKey(path);
    if (site.index.routes.has(key) || followRedirect(site, key) !== null) continue;
    if (
      followRedirect(site, path.replace(pageExtension, "")) !== null ||
      configuration.redirects.some(({ from }) => from === path)
    )
      continue;
    const now = moved.get(path);
    const where = now === undefined ? "is gone" : `is ${now} now`;
    findings.push({
      ...{ rule: "lost-address", path: home.path, line: 1, column: 1, target: path },
      message: `${path} ${where}, and no redirect leads from its old address`,
    });
  }
  return findings;
};

const frozenVersion = /(?:^|\/)(?:versioned_docs|[\w-]+_versioned_docs)\/version-([^/]+)\//;

/** Pages of a published version must not change. */
export const checkFrozenVersions = ofChangedPages("frozen-version", ({ site }, path) => {
  const version = frozenVersion.exec(path)?.[1];
  if (version === undefined || !site.filesBefore.has(path)) return null;
  return `version ${version} was published with this page, and the change edits it`;
});

/** A changed page must take its translations with it. */
export const checkTranslations: CheckRule = async (input) => {
  const { site, changedPaths } = input;
  const changed = new Set(changedPaths);
  const byPage = new Map<string, string[]>();
  const names = new Set(changedPaths.map((path) => posix.basename(path)));
  for (const path of site.pages.keys()) {
    if (!names.has(path.slice(path.lastIndexOf("/") + 1))) continue;
    const key = withoutPartition(path);
    byPage.set(key, [...(byPage.get(key) ?? []), path]);
  }
  const findings: Finding[] = [];
  for (const path of changed) {
    if (!site.pages.has(path) || !site.filesBefore.has(path)) continue;
    const own = partitionOf(path).split("/");
    if (own.some(isTranslation)) continue;
    for (const other of byPage.get(withoutPartition(path)) ?? []) {
      if (changed.has(other) || other === path) continue;
      const parts = partitionOf(other).split("/");
      const language = parts.find(isTranslation);
      if (language === undefined || !isSameVersion(own, parts)) continue;
      const message = `${path} has changed and this translation (${language}) has not`;
      findings.push({ rule: "translation-stale", path: other, line: 1, column: 1, message, target: path });
    }
  }
  return findings;
};

function isTranslation(folder: string): boolean {
  return isLanguage(folder) && folder !== "en";
}

function isSameVersion(own: readonly string[], other: readonly string[]): boolean {
  const versions = (parts: readonly string[]) =>
    parts.filter((part) => /\d/.test(part) && !isLanguage(part)).join("/");
  return versions(own) === versions(other);
}

function ofChangedPages(rule: Rule, judge: (input: CheckInput, path: string) => string | null): CheckRule {
  return async (input) =>
    input.changedPaths.flatMap((path): Finding[] => {
      const message = input.site.pages.has(path) ? judge(input, path) : null;
      return message === null ? [] : [{ rule, path, line: 1, column: 1, message }];
    });
}
