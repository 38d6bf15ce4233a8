import type { CheckInput, PageRule } from "../check-input.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import type { PagePlace } from "../pages/page-lint.ts";
import type { Finding } from "../types.ts";
import { browserName, globalNames, namesOfMdx } from "./component-names.ts";
import { findPassedNames, findProvidedNames } from "./provided-names.ts";

/** A name that this many pages use without an import is provided from an unknown source. */
const pagesMin = 3;

/** Every component that a page uses must be imported, declared, or provided by the site. */
export const checkComponents: PageRule = async (input) => {
  const { site, pages, leaveOut } = input;
  if (!usesNames(pages, "components")) return [];
  const provided = await findProvidedNames(site);
  if (typeof provided === "string") {
    leaveOut("undefined-component", provided);
    return [];
  }
  const found = await collect(input, "components", [provided.components, namesOfMdx], ({ name }) => ({
    rule: "undefined-component",
    message: `<${name}> is neither imported nor provided by the site`,
  }));
  const passed = found.length === 0 ? new Set<string>() : await findPassedNames(site);
  if (typeof passed !== "string") return found.filter(({ target }) => !passed.has(target!));
  leaveOut("undefined-component", passed);
  return [];
};

/** Every name in an expression must be imported, declared, or known to the language or the generator. */
export const checkIdentifiers: PageRule = async (input) => {
  const { site, pages, leaveOut } = input;
  if (!usesNames(pages, "identifiers")) return [];
  const { otherMdx } = site.configuration;
  if (otherMdx !== undefined) {
    leaveOut("undefined-identifier", otherMdx);
    return [];
  }
  const provided = await findProvidedNames(site);
  if (typeof provided === "string") {
    leaveOut("undefined-identifier", provided);
    return [];
  }
  const known = [provided.identifiers, provided.components, globalNames];
  return await collect(input, "identifiers", known, ({ name }) => ({
    rule: "undefined-identifier",
    message: `${name} in an expression is neither imported nor declared`,
  }));
};

type NameList = "components" | "identifiers";

function usesNames(pages: ReadonlyMap<string, PageFacts>, list: NameList): boolean {
  for (const { lint } of pages.values()) if (lint[list].length > 0) return true;
  return false;
}

async function collect(
  input: CheckInput & { pages: ReadonlyMap<string, PageFacts> },
  list: NameList,
  known: readonly ReadonlySet<string>[],
  describe: (place: PagePlace) => Pick<Finding, "rule" | "message">,
): Promise<Finding[]> {
  const { site, pages, pause } = input;
  const findings: Finding[] = [];
  let users = null as Users | null;
  for (const [path, { lint }] of pages) {
    if (pause.isDue()) await pause.wait();
    if (!isJudged(site, path, list)) continue;
    for (const place of lint[list]) {
      const { line, column, name } = place;
      if (known.some((one) => one.has(name)) || (list === "identifiers" && browserName.test(name))) continue;
      users ??= findUsersBefore(input, list);
      const found = users.get(name) ?? noPages;
      if (found.size - (found.has(path) ? 1 : 0) >= pagesMin) continue;
      findings.push({ ...describe(place), path, line, column, target: name });
    }
  }
  return findings;
}

function isJudged({ configuration }: Site, path: string, list: NameList): boolean {
  if (configuration.hasRoute(path)) return true;
  // A snippet may get its names from the page that shows it.
  if (list === "identifiers") return false;
  // Templates for other programs lie next to the site's pages.
  return configuration.docsRoot === "" || path.startsWith(`${configuration.docsRoot}/`);
}

const noPages: ReadonlySet<string> = new Set();
type Users = ReadonlyMap<string, ReadonlySet<string>>;
const knownUsers = new WeakMap<Site, { [List in NameList]?: Users }>();

/** A site before a change stays as it is, for all jobs that start from it. */
function findUsersBefore({ site, siteBefore }: CheckInput, list: NameList): Users {
  if (siteBefore === site) return findUsers(site, list);
  const known = knownUsers.get(siteBefore) ?? {};
  knownUsers.set(siteBefore, known);
  known[list] ??= findUsers(siteBefore, list);
  return known[list];
}

/**
 * Returns name → pages that use it and existed before the change: frequent use of a new name within it proves
 * nothing.
 */
function findUsers(site: Site, list: NameList): Users {
  const users = new Map<string, Set<string>>();
  for (const [path, { lint }] of site.pages) {
    if (!site.filesBefore.has(path) || !isJudged(site, path, list)) continue;
    for (const { name } of lint[list]) users.set(name, (users.get(name) ?? new Set()).add(path));
  }
  return users;
}
