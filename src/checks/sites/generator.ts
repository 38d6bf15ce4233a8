import type { SiteConfiguration, SiteContext } from "../site.ts";

/** What a generator's reader tells; `all-generators.ts` adds what follows from it. */
export type GeneratorConfiguration = Omit<
  SiteConfiguration,
  "generator" | "isRoutingKnown" | "isNavigationKnown"
>;

/** A documentation generator. Everything is read, nothing of a site is ever run. */
export interface SiteGenerator {
  /** Files besides `readFrom` whose change can make the site another generator's. */
  configurationFiles: RegExp;
  /** What shows that it builds this repository, its configuration file mostly; null: it does not. */
  detect(context: SiteContext): Promise<string | null>;
  /** `found` is what `detect` returned. */
  readConfiguration(context: SiteContext, found: string): Promise<GeneratorConfiguration>;
}

/** For a reader that knows all it says. */
export const allKnown: GeneratorConfiguration["unknown"] = {
  routing: null,
  "heading-ids": null,
  navigation: null,
};
