import { posix } from "node:path";
import type { Site } from "../model/site.ts";

/**
 * Whether the file is a page in reStructuredText, a notebook, HTML that is published as it is, or a template:
 * no rule reads the links of these.
 */
export function isUnreadMarkup(site: Site, path: string): boolean {
  return (path.endsWith(".rst") && isInDocs(site, path)) || isPlaced(site, path) || isTemplate(site, path);
}

/** Generators that copy HTML among their pages. */
const copying = /^(?:mkdocs|sphinx|mdbook|gitbook)$/;

/** Whether the file is a page of its own, so that its relative addresses count from its place alone. */
export function isPlaced(site: Site, path: string): boolean {
  if (isNotebook(path)) return isInDocs(site, path);
  const isCopied = /\.html?$/.test(path) && copying.test(site.configuration.generator);
  return isCopied && isInDocs(site, path) && !isTemplate(site, path);
}

/** Texts of notebooks are Markdown, in which targets name files. */
export function isNotebook(path: string): boolean {
  return path.endsWith(".ipynb");
}

function isInDocs({ configuration: { docsRoot } }: Site, path: string): boolean {
  return docsRoot === "" || path.startsWith(`${docsRoot}/`);
}

/** Whether pages show the file, so that its addresses count from them or from the root of the site. */
export function isTemplate({ configuration: { templateFolders = [] } }: Site, path: string): boolean {
  return (
    /\.(?:html?|hbs|jinja2?|j2)$/.test(path) &&
    templateFolders.some((folder) => path.startsWith(`${folder}/`))
  );
}

const code = /\.(?:[mc]?[jt]sx?|vue|svelte|py|rb)$/;

/** Whether the file is code of something else in the repository: no menu of the generator stands in it. */
export function isOtherCode(site: Site, path: string): boolean {
  return /^(?:hugo|jekyll)$/.test(site.configuration.generator) && isCodeApart(site, path);
}

/** Whether the file is code in neither the folder of the configuration nor that of the pages. */
export function isCodeApart({ configuration: { docsRoot, readFrom } }: Site, path: string): boolean {
  const [main = ""] = readFrom;
  if (!code.test(path) || readFrom.includes(path)) return false;
  const folder = posix.dirname(main).replace(/(?:^|\/)(?:config\/_default|\.(?:vite|vue)press)$/, "");
  const folders = [folder === "." ? "" : folder, docsRoot];
  return folders.every((one) => one !== "" && !path.startsWith(`${one}/`));
}
