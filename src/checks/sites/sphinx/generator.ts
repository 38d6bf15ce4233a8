import type { SiteGenerator } from "../generator.ts";
import { detectSphinx } from "./detect.ts";
import { readSphinxConfiguration } from "./read-configuration.ts";

export const sphinx: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:conf\.py|_config\.yml|_toc\.yml)$/,
  detect: detectSphinx,
  readConfiguration: readSphinxConfiguration,
};
