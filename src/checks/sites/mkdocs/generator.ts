import type { SiteGenerator } from "../generator.ts";
import { detectMkdocs } from "./detect.ts";
import { readMkdocsConfiguration } from "./read-configuration.ts";

export const mkdocs: SiteGenerator = {
  configurationFiles: /(?:^|\/)mkdocs\.ya?ml$/,
  detect: detectMkdocs,
  readConfiguration: readMkdocsConfiguration,
};
