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
    if (
      /\.\.\.(?!\w*(?:OriginalMDXComponents|themeComponents|MDXComponents|docsTheme|components)\b)\w+/i.test(
        text,
      )
    )
      return `${path} takes components over from elsewhere`;
  }
  return { components, identifiers };
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
