import { posix } from "node:path";
import type { SiteContext } from "../../site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readScript, type ScriptValue } from "../script/read-script.ts";
import {
  computed,
  flagMember,
  member,
  textMember,
  textsMember,
  unwrapCall,
} from "../script/script-values.ts";
import { hasNextraIds, nextraHeadingIds } from "./heading-ids.ts";
import { readEntries } from "./navigation.ts";
import { renderNextraLink } from "./render-link.ts";
import { resolveNextraLink } from "./resolve-link.ts";
import { createRoutes, type NextraSite } from "./routes.ts";

/** `path` is `next.config.*`. */
export async function readNextraConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { value, readFrom } = await readScript(context, path);
  const whole = unwrapCall(value, /^(?:with|nextra)/);
  const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const read = readSite(context, whole, root);
  const site: NextraSite = typeof read === "string" ? emptySite(context, root) : read;
  const routes = createRoutes(site);
  const navigation = await readEntries(context, site);
  const docsRoot = (site.content[0]?.folder ?? site.app ?? root).replace(/\/$/, "");
  const findEntry = (files: ReadonlySet<string>, target: string): string | null =>
    [".mdx", ".md", "/index.mdx", "/index.md", "/page.mdx", "/page.md"]
      .map((end) => target + end)
      .find((one) => files.has(one)) ?? null;
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [...readFrom, ...navigation.readFrom],
    entries: navigation.entries,
    unknown: {
      ...allKnown,
      routing: typeof read === "string" ? read : null,
      navigation: "Nextra shows pages that no _meta file names as well",
    },
    routing: {
      addressesOf: routes.addressesOf,
      addressFolder: routes.addressFolder,
      resolve: (...input) => resolveNextraLink(site, routes, ...input),
      renderPath: (_, ...input) => renderNextraLink(site, routes, ...input),
      findEntry: ({ files }, target) => findEntry(files, target),
      // Another folder has a `_meta` file of its own.
      renderEntry: (_, target, page) =>
        posix.dirname(page.path) === posix.dirname(target)
          ? posix.basename(page.path).replace(/\.mdx?$/, "")
          : null,
    },
    headingIds: nextraHeadingIds,
    hasOtherIds: hasNextraIds,
    importRoots: { "@/": root.replace(/\/$/, "") },
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [`${root}public`],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "either",
    isChecked: (one) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(one),
    hasRoute: routes.hasRoute,
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** The reason why it cannot be known, when it cannot. */
function readSite(context: SiteContext, whole: ScriptValue, root: string): NextraSite | string {
  // `withNextra()` is given nothing.
  const isEmpty = whole.kind === "call" && whole.inputs.length === 0;
  if (whole.kind !== "object" && !isEmpty) return "the configuration of Next.js is computed";
  const given: ScriptValue = isEmpty
    ? { kind: "object", members: new Map(), places: new Map(), isOpen: false }
    : (whole as ScriptValue);
  const basePath = textMember(given, "basePath");
  const slash = flagMember(given, "trailingSlash");
  if (basePath === computed || slash === computed) return "the form of addresses is computed in next.config";
  const languages = readLanguages(given);
  if (languages === undefined) return "the languages are computed in next.config";
  const found = emptySite(context, root);
  if (found.content.length === 0 && found.app === null) return "no page shows the content folder";
  if (languages !== null && found.app === null) return "languages of Nextra before 4 are not read";
  return {
    ...found,
    languages,
    basePath: basePath ?? "",
    endsWithSlash: slash === true,
    hasOthers: found.hasOthers || ["redirects", "rewrites"].some((key) => member(given, key) !== undefined),
  };
}

/** The folders, whatever the configuration says. */
function emptySite({ files }: SiteContext, root: string): NextraSite {
  const apps = [`${root}app/`, `${root}src/app/`];
  const app = apps.find((folder) => [...files].some((path) => path.startsWith(folder))) ?? null;
  const hasOthers = [...files].some(
    (path) =>
      path === `${root}vercel.json` ||
      path === `${root}middleware.ts` ||
      path === `${root}proxy.ts` ||
      (path.includes("[") && !path.includes("[[...") && /\/(?:app|pages)\//.test(`/${path}`)),
  );
  const base = { root, app, languages: null, basePath: "", endsWithSlash: false, hasOthers };
  if (app === null) {
    const folders = [`${root}pages/`, `${root}src/pages/`];
    const folder = folders.find((one) => [...files].some((path) => path.startsWith(one)));
    return { ...base, content: folder === undefined ? [] : [{ folder, address: "/" }] };
  }
  const folders = [`${root}content/`, `${root}src/content/`];
  const folder = folders.find((one) => [...files].some((path) => path.startsWith(one)));
  const shown = [...files].flatMap((path) => {
    const inside = path.startsWith(app) ? path.slice(app.length) : "";
    const parts = /^((?:[^/]+\/)*)\[\[?\.\.\.\w+\]\]?\/page\.[jt]sx?$/.exec(inside)?.[1];
    return parts === undefined ? [] : [parts];
  });
  if (folder === undefined || shown.length !== 1) return { ...base, content: [] };
  const names = shown[0]!.split("/").filter((part) => part !== "" && !/^[([]/.test(part));
  return { ...base, content: [{ folder, address: `/${names.join("/")}` }] };
}

/** Undefined: computed; null: one language. */
function readLanguages(given: ScriptValue): NextraSite["languages"] | undefined {
  const found = member(given, "i18n");
  if (found === undefined) return null;
  if (found === computed) return undefined;
  const names = textsMember(found, "locales");
  const main = textMember(found, "defaultLocale");
  if (!Array.isArray(names) || typeof main !== "string") return undefined;
  return { names, main };
}
