import type { SiteGenerator } from "../generator.ts";
import { detectJekyll } from "./detect.ts";
import { readJekyllConfiguration } from "./read-configuration.ts";

export const jekyll: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:_config\.ya?ml|_toc\.yml|Gemfile)$|(?:^|\/)_includes\//,
  detect: detectJekyll,
  readConfiguration: readJekyllConfiguration,
};
