import type { SiteConfiguration, SiteContext } from "../model/site.ts";

/** Result of a generator's reader; `all-generators.ts` adds what follows from it. */
export type GeneratorConfiguration = Omit<
  SiteConfiguration,
  "generator" | "isRoutingKnown" | "isNavigationKnown"
>;

/** A documentation generator. Files are only read; nothing of a site is ever run. */
export interface SiteGenerator {
  /** Files besides `readFrom` whose change may give the site another generator. */
  configurationFiles: RegExp;
  /**
   * Returns the evidence that it builds this repository, usually the path of its configuration file; null if
   * it does not.
   */
  detect(context: SiteContext): Promise<string | null>;
  /** `found` is the result of `detect`. */
  readConfiguration(context: SiteContext, found: string): Promise<GeneratorConfiguration>;
}

/** For a reader without unknown capabilities. */
export const allKnown: GeneratorConfiguration["unknown"] = {
  routing: null,
  "heading-ids": null,
  navigation: null,
  entries: null,
};
