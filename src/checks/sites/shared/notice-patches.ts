import type { SiteContext } from "../../model/site.ts";
import type { GeneratorConfiguration } from "../generator.ts";

/** Where patch-package, pnpm and Yarn keep patches. */
const patch = /(?:^|\/)(?:patches|\.yarn\/patches)\/([^/]+)\.(?:patch|diff)$/;
/** Packages that make the ids of headings. */
const makesIds =
  /docusaurus|vitepress|vuepress|mdit|markdown-it|astro|starlight|nextra|fumadocs|rspress|slugger|rehype-slug|honkit|docsify/;
const changesIds = /^[+-](?![+-]{2}).*(?:slug|heading|anchor)/im;
const bytesMax = 256 * 1024;

/** Where the repository patches what makes the ids of headings, they are not known. */
export async function noticePatches(
  { files, read }: SiteContext,
  configuration: GeneratorConfiguration,
): Promise<GeneratorConfiguration> {
  const paths = [...files].filter((path) => makesIds.test(patch.exec(path)?.[1] ?? ""));
  const { unknown, readFrom } = configuration;
  if (paths.length === 0 || unknown["heading-ids"] !== null) return configuration;
  for (const path of paths) {
    const bytes = await read(path);
    if (bytes.length <= bytesMax && !changesIds.test(bytes.toString("utf8"))) continue;
    const reason = `${path} may change how the ids of headings are made`;
    return {
      ...configuration,
      readFrom: [...readFrom, ...paths],
      unknown: { ...unknown, "heading-ids": reason },
    };
  }
  return { ...configuration, readFrom: [...readFrom, ...paths] };
}
