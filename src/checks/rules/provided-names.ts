import { posix } from "node:path";
import type { Site } from "../model/site.ts";
import { builtInComponents, builtInIdentifiers } from "./component-names.ts";

interface ProvidedNames {
  components: ReadonlySet<string>;
  identifiers: ReadonlySet<string>;
}

const configurations: readonly [generator: string, file: RegExp][] = [
  ["docusaurus", /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/],
  ["astro", /(?:^|\/)astro\.config\.[cm]?[jt]s$/],
  ["nextra", /(?:^|\/)mdx-components\.[cm]?[jt]sx?$/],
];

/** Files in which a site gives components of its own to every page. */
const providers =
  /(?:^|\/)(?:mdx-components\.[cm]?[jt]sx?|theme\/MDXComponents(?:\/index)?\.[cm]?[jt]sx?|(?:astro|next|docusaurus)\.config\.[cm]?[jt]s|theme\.config\.[jt]sx?|src\/components\/mdx[\w-]*\.[jt]sx)$/i;
const providerMax = 20;
/** Plugins that add imports to every page. */
const autoImports = /auto-?import|unplugin|remark-mdx-(?:globals|components)|providerImportSource/i;

/**
 * Returns the names that pages may use without an import, or the reason why they are unknown: then no name
 * can be called undefined.
 */
export async function findProvidedNames(site: Site): Promise<ProvidedNames | string> {
  const generator = generatorOf(site);
  if (generator === null) return "which components this site provides to its pages is not known";
  const components = new Set(builtInComponents[generator]);
  const identifiers = new Set(builtInIdentifiers[generator]);
  const files = [...site.files].filter((path) => providers.test(path) && !path.includes("node_modules/"));
  for (const path of files.slice(0, providerMax)) {
    const text = (await site.read(path).catch(() => null))?.toString("utf8") ?? "";
    if (autoImports.test(text)) return `${path} adds imports to pages, and which ones is not known`;
    if (/\.config\./.test(path) && !/theme\.config/.test(path)) continue;
    // Anything that the file names may be provided.
    for (const [name] of text.matchAll(/\b[A-Z][\w$]*/g)) components.add(name);
    for (const [name] of text.matchAll(/\b[a-z_$][\w$]*/g)) identifiers.add(name);
    if (takesOver(text)) return `${path} takes components over from elsewhere`;
  }
  return { components, identifiers };
}

const spread = /\.\.\.([A-Za-z_$][\w$]*)/g;
/** Components that a function returns as they are, or that are what the file exports. */
const passedOn = /(?:\breturn|=>?)[ \t]*(\w*Components)\b/gi;
const exportedFrom = /^export[ \t]*(?:\*|\{[^{}]*\})[ \t]*from[ \t]*["']([^"'\n]*)["']/gm;
const ownNames = /^\w*(?:OriginalMDXComponents|themeComponents|MDXComponents|docsTheme|components)$/i;
/** Packages whose components for Markdown have no name in upper case besides those that are known here. */
const plainPackages = /^(?:@theme(?:-original)?\/|@docusaurus\/|nextra(?:-theme-\w+)?(?:\/|$)|@mdx-js\/)/;

/** Whether objects of components come from where their names are not seen. */
function takesOver(text: string): boolean {
  const sources = new Map<string, string>();
  for (const [, clause, source] of text.matchAll(
    /^import[ \t]([^"'\r\n\u2028\u2029]*)["']([^"'\r\n\u2028\u2029]*)["']/gm,
  ))
    for (const [name] of clause!.matchAll(/[A-Za-z_$][\w$]*/g)) sources.set(name, source!);
  const isElsewhere = (source: string | undefined) => source !== undefined && !plainPackages.test(source);
  if ([...text.matchAll(exportedFrom)].some(([, source]) => isElsewhere(source))) return true;
  if ([...text.matchAll(passedOn)].some(([, name]) => isElsewhere(sources.get(name!)))) return true;
  return [...text.matchAll(spread)].some(([, name]) => {
    const source = sources.get(name!);
    return source === undefined ? !ownNames.test(name!) : isElsewhere(source);
  });
}

/** Code in which a page may be given components: `<Content components={{ Note }} />`. */
const code = /\.(?:astro|[jt]sx)$/;
const codeFilesMax = 400;

/** Returns the names in code that hands components to pages, or the reason why they are unknown. */
export async function findPassedNames(site: Site): Promise<ReadonlySet<string> | string> {
  const names = new Set<string>();
  // The others turn all of their pages into HTML themselves.
  if (!/^(?:plain|starlight)$/.test(site.shape.generator)) return names;
  const files = [...site.files].filter((path) => code.test(path) && !path.includes("node_modules/"));
  if (files.length > codeFilesMax) return "which components the site's code hands to its pages is not known";
  for (const path of files) {
    const text = (await site.read(path).catch(() => null))?.toString("utf8") ?? "";
    if (!/\bcomponents=\{/.test(text)) continue;
    for (const [name] of text.matchAll(/\b[A-Z][\w$]*/g)) names.add(name);
    if (takesOver(text)) return `${path} hands components from elsewhere to pages`;
  }
  return names;
}

function generatorOf({ shape, files }: Site): string | null {
  const name: string = shape.generator;
  if (name in builtInComponents) return name;
  if (name !== "plain") return null;
  const found = configurations.filter(([, file]) =>
    [...files].some((path) => file.test(path) && !isExample(path)),
  );
  return found.length === 1 ? found[0]![0] : null;
}

function isExample(path: string): boolean {
  return posix
    .dirname(path)
    .split("/")
    .some((part) => /^(?:examples?|test|tests|fixtures|node_modules)$/.test(part));
}
