import { hash } from "node:crypto";
import type { CheckInput } from "../check-input.ts";
import type { Site } from "../model/site.ts";
import type { PagePlace } from "../pages/page-lint.ts";
import type { Finding } from "../types.ts";
import { globalNames, namesOfMdx } from "./component-names.ts";
import { findPassedNames, findProvidedNames } from "./provided-names.ts";

/** A name that this many pages use without an import is provided from an unknown source. */
const pagesMin = 3;

/** Every component that a page uses must be imported, declared, or provided by the site. */
export async function checkComponents(input: CheckInput): Promise<Finding[]> {
  const { site, leaveOut } = input;
  if (!usesNames(site, "components")) return [];
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
}

/** Every name in an expression must be imported, declared, or known to the language or the generator. */
export async function checkIdentifiers(input: CheckInput): Promise<Finding[]> {
  const { site, leaveOut } = input;
  if (!usesNames(site, "identifiers")) return [];
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
  return collect(input, "identifiers", known, ({ name }) => ({
    rule: "undefined-identifier",
    message: `${name} in an expression is neither imported nor declared`,
  }));
}

function usesNames({ pages }: Site, list: "components" | "identifiers"): boolean {
  for (const { lint } of pages.values()) if (lint[list].length > 0) return true;
  return false;
}

async function collect(
  { site, pause }: CheckInput,
  list: "components" | "identifiers",
  known: readonly ReadonlySet<string>[],
  describe: (place: PagePlace) => Pick<Finding, "rule" | "message">,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const pagesOf = new Map<string, Set<string>>();
  const names = hash("sha1", known.map((one) => [...one].join(" ")).join(" | "));
  for (const [path, { lint }] of site.pages) {
    if (pause.isDue()) await pause.wait();
    const unknown = findUnknown(lint[list], names, known);
    if (unknown.length === 0) continue;
    // Templates for other programs lie next to the site's pages.
    if (!site.configuration.hasRoute(path) && !path.startsWith(folderOf(site))) continue;
    // A snippet may get its names from the page that shows it.
    if (list === "identifiers" && !site.configuration.hasRoute(path)) continue;
    for (const place of unknown) {
      const pages = pagesOf.get(place.name) ?? new Set();
      pagesOf.set(place.name, pages.add(path));
      const { line, column, name } = place;
      findings.push({ ...describe(place), path, line, column, target: name });
    }
  }
  return findings.filter(({ target, path }) => !isUsedElsewhere(site, pagesOf.get(target!)!, path));
}

/**
 * What is unknown on a page, with a hash of the names that were known; pages are shared by the sites of many
 * jobs.
 */
const unknownOf = new WeakMap<readonly PagePlace[], { names: string; unknown: readonly PagePlace[] }>();
const none: readonly PagePlace[] = [];

function findUnknown(
  places: readonly PagePlace[],
  names: string,
  known: readonly ReadonlySet<string>[],
): readonly PagePlace[] {
  if (places.length === 0) return none;
  const before = unknownOf.get(places);
  if (before?.names === names) return before.unknown;
  const unknown = places.filter(({ name }) => !known.some((one) => one.has(name)));
  unknownOf.set(places, { names, unknown });
  return unknown;
}

function folderOf({ configuration }: Site): string {
  return configuration.docsRoot === "" ? "" : `${configuration.docsRoot}/`;
}

/** Counts only pages that existed before the change: frequent use of a new name within it proves nothing. */
function isUsedElsewhere({ filesBefore }: Site, pages: ReadonlySet<string>, path: string): boolean {
  return [...pages].filter((one) => one !== path && filesBefore.has(one)).length >= pagesMin;
}
