import type { SiteGenerator } from "../generator.ts";
import { detectMkdocs, mkdocsFiles } from "./detect.ts";
import { readMkdocsConfiguration } from "./read-configuration.ts";

export const mkdocs: SiteGenerator = {
  configurationFiles: mkdocsFiles,
  detect: detectMkdocs,
  readConfiguration: readMkdocsConfiguration,
};
