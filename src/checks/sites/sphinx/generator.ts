import type { SiteGenerator } from "../generator.ts";
import { detectSphinx } from "./detect.ts";
import { readSphinxConfiguration } from "./read-configuration.ts";

export const sphinx: SiteGenerator = {
  configurationFiles: /(?:^|\/)conf\.py$/,
  detect: detectSphinx,
  readConfiguration: readSphinxConfiguration,
};
