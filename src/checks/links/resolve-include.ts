import { posix } from "node:path";
import { type IncludeKind, isInclude } from "../../markdown/page-scan.ts";
import type { IncludeSettings } from "../model/include-settings.ts";
import type { PagePart } from "../model/page-facts.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site, SiteConfiguration } from "../model/site.ts";
import type { SiteIndex } from "../model/site-index.ts";
import { keepDot } from "./keep-dot.ts";
import type { TargetParts } from "./split-target.ts";

const missingMin = 10;
const missingShareMax = 0.05;
const open = new WeakMap<SiteIndex["addresses"], boolean>();

/** Finds the file that a part of a page comes from, if the site's generator includes parts in that way. */
export function resolveInclude(site: Site, from: string, target: string, kind: IncludeKind): Resolution {
  const found = lookUpFile(site, from, target, kind);
  if (found.kind !== "missing" || found.wanted.some((path) => site.filesBefore.has(path))) return found;
  return mayBeLeftOut(site) ? { kind: "unjudged", isOutside: true, guesses: [], parts: found.parts } : found;
}

/** Whether so many parts are missing that they seem to be there only now and then, which generators allow. */
function mayBeLeftOut(site: Site): boolean {
  const known = open.get(site.index.addresses);
  if (known !== undefined) return known;
  const found = [...site.pages].flatMap(([path, { links }]) =>
    links.flatMap(({ kind, target }) => (isInclude(kind) ? lookUpFile(site, path, target, kind) : [])),
  );
  const missing = found.filter(({ kind }) => kind === "missing").length;
  const judged = found.filter(({ kind }) => kind !== "skipped").length;
  const isOpen = missing >= missingMin && missing > judged * missingShareMax;
  open.set(site.index.addresses, isOpen);
  return isOpen;
}

const included = new WeakMap<SiteIndex["addresses"], ReadonlySet<string>>();

/** Whether a page of the site includes the file, so that its links may be made for that page. */
export function isIncluded(site: Site, file: string): boolean {
  const known = included.get(site.index.addresses);
  if (known !== undefined) return known.has(file);
  const found = new Set<string>(site.index.importers.keys());
  for (const [path, { links }] of site.pages)
    for (const { kind, target } of links) {
      const one = isInclude(kind) ? lookUpFile(site, path, target, kind) : null;
      if (one?.kind === "file") found.add(one.path);
    }
  included.set(site.index.addresses, found);
  return found.has(file);
}

function lookUpFile(site: Site, from: string, target: string, kind: IncludeKind): Resolution {
  const includes = settingsOf(site.configuration, target, kind);
  // A name such as `virtual:table` is no path: a program of the site puts something in its place.
  if (includes === null || /^[a-z][\w+-]+:/i.test(target)) return { kind: "skipped" };
  const { rootMark = "/" } = includes;
  const { folders, paths: wanted, isFromRoot } = pathsOfInclude(includes, from, target);
  const index = wanted.findIndex((path) => site.files.has(path));
  const folder = folders[index];
  const parts: TargetParts = {
    ...{ path: target, rawPath: target, query: "", hash: "" },
    include: {
      folder: (folder === undefined ? folders[0] : folder) ?? null,
      rootMark: isFromRoot ? rootMark : "",
      staysBelow: includes.staysBelow ?? includes.folders !== null,
      ...(includes.needsDot && { needsDot: true }),
    },
  };
  if (folder !== undefined) return { kind: "file", path: wanted[index]!, parts };
  // A missing folder may be written before the build, with everything in it.
  const beside = new Set(wanted.map((path) => posix.dirname(path)));
  const isNear = [...site.filesBefore].some((path) => beside.has(posix.dirname(path)));
  const isOfHolder = includes.countFromHolder === true && !site.configuration.hasRoute(from);
  return isNear && !isOfHolder && !includes.shownAsText?.includes(kind)
    ? { kind: "missing", wanted, parts }
    : { kind: "unjudged", isOutside: true, guesses: [], parts };
}

/** Returns where an included file may be; none if the site includes none in this way. */
export function pathsOfKind(
  configuration: SiteConfiguration,
  from: string,
  { kind, target }: Pick<PagePart, "kind" | "target">,
): string[] {
  const includes = settingsOf(configuration, target, kind);
  return includes === null ? [] : pathsOfInclude(includes, from, target).paths;
}

/** Returns where the file may be whose headings the part brings; none if that is not known. */
export function pathsOfPart(
  configuration: SiteConfiguration,
  from: string,
  { kind, target }: Pick<PagePart, "kind" | "target">,
): string[] {
  const isKnown = configuration.routing?.includes?.bringsHeadings?.includes(kind) === true;
  return isKnown ? pathsOfKind(configuration, from, { kind, target }) : [];
}

/** Returns how a file is included in this way; null if it is not. */
function settingsOf(
  configuration: SiteConfiguration,
  target: string,
  kind: IncludeKind,
): (IncludeSettings & { needsDot: boolean }) | null {
  const includes = configuration.routing?.includes;
  if (includes?.kinds.includes(kind) !== true) return null;
  const own = includes.ofKinds?.[kind];
  if (own === undefined) return { ...includes, needsDot: false };
  // A path from the root is one of the machine.
  if (target.startsWith("/")) return null;
  const needsDot = own.hasDots === true && /^\.\.?\//.test(target);
  return { ...includes, folders: needsDot ? null : own.folders, needsDot };
}

/** Returns where the file may be, by the folder from which its path counts (null: that of `from`). */
function pathsOfInclude(
  { root, folders: all, rootMark = "/" }: IncludeSettings,
  from: string,
  target: string,
): { folders: readonly (string | null)[]; paths: string[]; isFromRoot: boolean } {
  const isFromRoot = target.startsWith(rootMark);
  const below = isFromRoot ? target.slice(rootMark.length) : target;
  const folders = isFromRoot ? [root] : (all ?? [null]);
  const paths = folders.map((folder) => posix.join(folder ?? posix.dirname(from), below).replace(/^\//, ""));
  return { folders, paths, isFromRoot };
}

/** Returns the path by which `holder` includes `named`; null if it cannot. */
export function renderInclude(
  holder: string,
  rawPath: string,
  include: NonNullable<TargetParts["include"]>,
  named: string,
): string | null {
  const relative = posix.relative(include.folder ?? posix.dirname(holder), named);
  const leaves = relative.startsWith("../") && (include.staysBelow || include.rootMark === "/");
  if (/[\s:{}"'#]/.test(relative) || leaves) return null;
  if (include.rootMark !== "") return include.rootMark + relative;
  if (include.needsDot === true) return relative.startsWith("../") ? relative : `./${relative}`;
  return keepDot(relative, { rawPath });
}
