import type { SiteGenerator } from "../generator.ts";
import { detectMkdocs, mkdocsFile } from "./detect.ts";
import { readMkdocsConfiguration } from "./read-configuration.ts";

export const mkdocs: SiteGenerator = {
  configurationFiles: mkdocsFile,
  detect: detectMkdocs,
  readConfiguration: readMkdocsConfiguration,
};
