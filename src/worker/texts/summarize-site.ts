import type { SiteShape } from "../../checks/types.ts";
import type { Baseline, Prepared } from "../run.ts";

const generatorNames: Record<SiteShape["generator"], string> = {
  mintlify: "a Mintlify site",
  docusaurus: "a Docusaurus site",
  starlight: "a Starlight site",
  vitepress: "a VitePress site",
  vuepress: "a VuePress site",
  nextra: "a Nextra site",
  fumadocs: "a Fumadocs site",
  rspress: "an Rspress site",
  mkdocs: "an MkDocs site",
  sphinx: "a Sphinx site with MyST",
  mdbook: "an mdBook book",
  hugo: "a Hugo site",
  gitbook: "a GitBook book",
  mystmd: "a MyST site (mystmd)",
  docsify: "a Docsify site",
  jekyll: "a Jekyll site",
  github: "Markdown that is read on its code host",
  plain: "plain Markdown",
};

const entryCharactersMax = 60;

/** Describes the repository to the agent before its task, in one paragraph. */
export function summarizeSite({ site: { baseline } }: Baseline, { files }: Prepared): string {
  const { generator, pageCount, navigationFile, docsRoot } = baseline.shape;
  const folder = docsRoot === "" ? "." : docsRoot;
  const navigation = navigationFile === null ? "no navigation file" : `navigation in ${navigationFile}`;
  const facts = `The repository is ${generatorNames[generator]} with ${pageCount} pages below "${folder}" (${files.length} files in all), ${navigation}, and ${baseline.findings} known problems.`;
  const { entries, entryCount, otherSites } = baseline;
  const others = otherSites.map(
    ({ shape }) =>
      ` Further: ${generatorNames[shape.generator]} with ${shape.pageCount} pages below "${shape.docsRoot || "."}".`,
  );
  if (entryCount === 0) return `${facts}${others.join("")}`;
  const shown = entries.map((entry) => entry.slice(0, entryCharactersMax));
  const rest = entryCount > shown.length ? `, … ${entryCount - shown.length} more` : "";
  return `${facts} Navigation: ${shown.join(", ")}${rest}.${others.join("")}`;
}
