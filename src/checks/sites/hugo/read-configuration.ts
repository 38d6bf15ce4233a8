import { posix } from "node:path";
import type { Routing, SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { type DataMenus, readDataMenus } from "../shared/data-menus.ts";
import { hugoHeadingIds } from "./heading-ids.ts";
import { leavesOutHtml } from "./leaves-out-html.ts";
import type { ContentMount, HugoModel } from "./model.ts";
import { namesByPath } from "./names-by-path.ts";
import { findOwner, isBuiltInstead, isShown } from "./place-page.ts";
import { readHugoModel } from "./read-model.ts";
import { readTemplates, type Templates } from "./read-templates.ts";
import { renderHugoPath } from "./render-link.ts";
import { resolveHugoAnchor, resolveHugoLink } from "./resolve-link.ts";
import { findOwnFiles } from "./resources.ts";
import { addressesOfHugo, rebaseAlias, spellAlias } from "./routes.ts";
import { findHugoTranslations } from "./translations.ts";

/** Reads Hugo's configuration. Layouts are examined for what they may change, and never run. */
export async function readHugoConfiguration(
  context: SiteContext,
  found: string,
): Promise<GeneratorConfiguration> {
  const read = await readHugoModel(context, found);
  const { files } = context;
  const model = read?.model ?? null;
  const templates = model === null ? null : await readTemplates(context, model);
  const menus = await readDataMenus(context, posix.join(model?.root ?? "", "data/"));
  const sources = model?.content.map(({ source }) => source) ?? [];
  const isInside = (path: string): boolean => sources.some((source) => path.startsWith(`${source}/`));
  return {
    navigationFile: null,
    docsRoot: model === null ? "" : mainFolder(model),
    readFrom: [...(read?.readFrom ?? [found]), ...(templates?.readFrom ?? []), ...menus.paths],
    entries: menus.entries,
    unknown: {
      ...allKnown,
      routing: model === null ? "Hugo's configuration cannot be read" : null,
      "heading-ids":
        model === null ? "Hugo's configuration cannot be read" : await whyIdsAreUnknown(model, context),
      navigation: "Hugo's menus are made by its layouts",
      entries: menus.unknown,
    },
    routing: model === null ? null : routingOf(model, templates!, menus),
    ...(templates !== null && {
      hasOtherIds: (facts, path) =>
        (facts.hasDefinitions && model!.termsHaveIds) || templates.mayWriteAny(path, facts),
      bringsNoIds: (name) => templates.bringsNoIds(name),
    }),
    headingIds: model === null ? null : hugoHeadingIds(model),
    buildsTextIds: (facts) => model === null || model.readsBlockIds || !leavesOutHtml(model, facts),
    importRoots: {},
    redirects: [],
    redirectHome: null,
    served: { base: model?.basePath ?? null, pathOf: (address) => address },
    ownHost: model?.host ?? null,
    oldAddressField: model?.hasAliases
      ? { name: "aliases", spell: (address, now) => spellAlias(model, address, now), rebase: rebaseAlias }
      : null,
    basePaths: model === null || model.basePath === "" ? [] : [model.basePath],
    namesByPath,
    staticRoots: model?.statics.map(({ source }) => source) ?? [],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (path) => (model === null ? !/(?:^|\/)\./.test(path) : isInside(path)),
    hasRoute: (path) => (model === null ? true : isShown(model, path, files)),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** Returns the folder of the pages at the root of the site, in its main language. */
function mainFolder({ content, defaultLanguage }: HugoModel): string {
  const isMain = ({ target, language }: ContentMount): boolean =>
    target === "" && (language === null || language === defaultLanguage);
  return (content.findLast(isMain) ?? content.at(-1))?.source ?? "";
}

function routingOf(model: HugoModel, templates: Templates, menus: DataMenus): Routing {
  return {
    hasName: (_site, _page, name) => templates.writesId(name),
    addressesOf: (page, files) => {
      const found = addressesOfHugo(model, page, files);
      return found === null || found.own === null ? [] : [found.own, ...found.aliases];
    },
    replaces: (page, other, files) => isBuiltInstead(model, page, other, files),
    translationsOf: (from, to, files) => findHugoTranslations(model, { from, to, files }),
    ownerOf: (path, files) => findOwner(model, path, files),
    ownFiles: (page, files) => findOwnFiles(model, page, files),
    resolveOwn: (site, from, parts) => resolveHugoAnchor(site, model, { from, parts }),
    resolve: (site, from, parts, kind) => resolveHugoLink(site, model, { from, parts, kind }),
    renderPath: (site, from, parts, page) => renderHugoPath(site, model, { from, parts, page }),
    addressFolder: (page) => {
      const own = addressesOfHugo(model, page, new Set())?.own ?? "/";
      return own.endsWith("/") ? own : `${posix.dirname(own).replace(/\/$/, "")}/`;
    },
    findEntry: menus.findEntry,
    renderEntry: ({ files }, target, page) => {
      const own = addressesOfHugo(model, page, files)?.own ?? null;
      return own === null ? null : menus.renderEntry([own], target);
    },
    templates: ["ref", "relref"],
    readsShortcodes: true,
  };
}

const mainHooks = ["_markup/render-heading.html", "_default/_markup/render-heading.html"];

async function whyIdsAreUnknown(model: HugoModel, { files, read }: SiteContext): Promise<string | null> {
  const paths = [...files].filter((path) => !model.unusedThemes.some((folder) => path.startsWith(folder)));
  const hooks = paths.filter((path) => /(?:^|\/)_markup\/render-heading[^/]*\.html$/.test(path));
  for (const hook of hooks)
    if (!keepsIds((await read(hook)).toString("utf8")))
      return "a render hook of the site makes the ids of headings";
  const layouts = posix.join(model.root, "layouts/");
  // It takes precedence over those of a theme or module.
  if (hooks.some((hook) => mainHooks.includes(posix.relative(layouts, hook)))) return null;
  const hasLayouts = paths.some((path) => path.startsWith(layouts) || /(?:^|\/)themes\//.test(path));
  if (!model.hasKnownTheme && (model.hasForeignFiles || !hasLayouts))
    return "the theme or layouts that make the ids of headings are not all read";
  return null;
}

/** Docsy's own hook, which writes the attributes that Hugo gives it. */
const docsyHook =
  /^\s*\{\{-?\s*(?:partial "td\/render-heading\.html"|template "_default\/_markup\/td-render-heading\.html") \.\s*-?\}\}/;

/** A loop that writes what Hugo gives it, of which the id is one. */
const allAttributes =
  /\{\{-?[ \t]*range[ \t]+(\$\w+),[ \t]*(\$\w+)[ \t]*:=[ \t]*\.Attributes[ \t]*-?\}\}\s*\{\{-?[ \t]*printf " %s=%q" \1 (?:\2|\([ \t]*string \2[ \t]*\)|\([ \t]*\2 \| string[ \t]*\))/;

/** Whether a heading hook writes exactly Hugo's own ids, perhaps by way of a variable. */
function keepsIds(hook: string): boolean {
  if (docsyHook.test(hook)) return true;
  const ids = [...hook.matchAll(/\bid=["']?(\{\{[^{}\n]{0,100}\}\})?/g)].map(([, value = ""]) => value);
  const given = [...hook.matchAll(/(\$\w+)[ \t]*:?=([^{}\n]{0,100})/g)];
  return (
    (ids.length > 0 || allAttributes.test(hook)) &&
    ids.every((value) => {
      const set = given.filter(([, name]) => name === value.replace(/[{}\s-]/g, ""));
      return set.length === 0 ? isAnchor(value) : set.every(([, , one = ""]) => isAnchor(one));
    })
  );
}

function isAnchor(value: string): boolean {
  return /^\.Anchor(?:\|safe(?:URL|HTMLAttr))?$/.test(value.replace(/[{}\s-]/g, ""));
}
