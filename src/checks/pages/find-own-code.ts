import type { PageLink, PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";

const importLengthMax = 400;
/** Of a file of the repository: by a path, also from its root, or by one behind a name for a folder. */
const ownCode =
  /\bfrom[ \t]*["']((?:\.{1,2}|@site|[@~])?\/[^"'\s]{1,200}|[@~#][^"'\s]{1,200}\.(?:[jt]sx?|astro|vue|svelte)|\w[^"'\s]{1,200}\.(?:[jt]sx|astro|vue|svelte))["']/g;
const packaged = /\bfrom[ \t]{0,9}["']([@\w][^"'\s]{0,200})["']/g;
/** Packages that render the description of an API, with ids for its operations. */
export const rendersApi = /swagger|redoc|rapidoc|openapi|asyncapi|stoplight|scalar/;
/** Files of the theme, which the site may replace. */
const ofTheme = /^@theme(?:-original|-init)?\//;

/** Returns the code that a page imports and that may show anything, as written. */
export function findOwnCode(text: string, scan: PageScan): string[] {
  const isShown = createFenceTest(text, scan);
  const others = [...text.matchAll(packaged)].filter(
    ([, source]) => ofTheme.test(source!) || rendersApi.test(source!),
  );
  return [...text.matchAll(ownCode), ...others].flatMap(({ index, 1: source = "" }) => {
    const isCode = !/\.(?!(?:[jt]sx?|astro|vue|svelte)$)\w{1,8}$/.test(source);
    return isCode && !isShown(index) && mayShow(text, index) ? [source] : [];
  });
}

/** Whether the import before this offset brings in a component, or a function that is called. */
function mayShow(text: string, end: number): boolean {
  const names = textSince("import", text, end).match(/(?<![\w$])(?!(?:import|as|type)\b)[\w$]+/g) ?? [];
  const isValue = (name: string) => /^(?:[a-z]|[A-Z][A-Z0-9_]*$)/.test(name);
  return names.some((one) => !isValue(one) || text.includes(`<${one}`) || text.includes(`${one}(`));
}

/** Marks relative paths that are attributes of components which the page imports from the site's own code. */
export function markOwnAttributes(text: string, links: PageLink[]): PageLink[] {
  const isOfOwn = ({ component, target }: PageLink) => component !== undefined && /^[^/#]/.test(target);
  if (!links.some(isOfOwn)) return links;
  const clauses = [...text.matchAll(ownCode)].map(({ index }) => textSince("import", text, index));
  const names = new Set(clauses.flatMap((clause) => clause.match(/[A-Z][\w$]*/g) ?? []));
  return links.map((link) =>
    isOfOwn(link) && names.has(link.component!.split(".", 1)[0]!) ? { ...link, isForOwnCode: true } : link,
  );
}

/** A Vue component that a Markdown page imports may show anything. */
export function showsVue(text: string, scan: PageScan): boolean {
  if (scan.isMdx || !text.includes(".vue")) return false;
  const isShown = createFenceTest(text, scan);
  return [...text.matchAll(/\.vue["']/g)].some(({ index }) => {
    return /\bimport\b/.test(textSince("\n", text, index)) && !isShown(index);
  });
}

/** Returns the text before an offset from the last mark on, within the length that an import may have. */
function textSince(mark: string, text: string, end: number): string {
  const near = text.slice(Math.max(0, end - importLengthMax), end);
  return near.slice(Math.max(0, near.lastIndexOf(mark)));
}

/** Whether an offset is in a fence, whose text is shown; that of a script is a block of code as well. */
function createFenceTest(text: string, { spans }: PageScan): (at: number) => boolean {
  return createRangeTest(
    spans.filter(({ kind, start }) => kind === "code-block" && /[`~]/.test(text[start]!)),
  );
}
