import { AppError } from "../../errors.ts";
import type { SiteConfiguration, SiteContext } from "../site.ts";
import type { SiteShape } from "../types.ts";
import { docusaurus } from "./docusaurus/generator.ts";
import type { SiteGenerator } from "./generator.ts";
import { gitbook } from "./gitbook/generator.ts";
import { github } from "./github/generator.ts";
import { hugo } from "./hugo/generator.ts";
import { jekyll } from "./jekyll/generator.ts";
import { mdbook } from "./mdbook/generator.ts";
import { mintlify } from "./mintlify/generator.ts";
import { mkdocs } from "./mkdocs/generator.ts";
import { nextra } from "./nextra/generator.ts";
import { plain } from "./plain/generator.ts";
import { sphinx } from "./sphinx/generator.ts";
import { starlight } from "./starlight/generator.ts";
import { vitepress } from "./vitepress/generator.ts";

/** In the order in which they are asked; the last takes what is left. */
const generators: Readonly<Record<SiteShape["generator"], SiteGenerator>> = {
  mintlify,
  vitepress,
  docusaurus,
  starlight,
  nextra,
  mkdocs,
  sphinx,
  mdbook,
  hugo,
  gitbook,
  jekyll,
  github,
  plain,
};

/** The configuration of the generator that builds the repository. */
export async function configureSite(context: SiteContext): Promise<SiteConfiguration> {
  for (const generator of Object.keys(generators) as SiteShape["generator"][]) {
    const found = await generators[generator].detect(context);
    if (found === null) continue;
    const read = await generators[generator].readConfiguration(context, found);
    const { routing, navigation } = read.unknown;
    return { ...read, generator, isRoutingKnown: routing === null, isNavigationKnown: navigation === null };
  }
  throw new AppError("internal_error", "no site generator accepted the repository");
}

/** Whether a change of this file may make the site another generator's. */
export function isConfigurationFile(path: string): boolean {
  return Object.values(generators).some(({ configurationFiles }) => configurationFiles.test(path));
}
