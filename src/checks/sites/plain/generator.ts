import type { SiteGenerator } from "../generator.ts";
import { detectPlain } from "./detect.ts";
import { readPlainConfiguration } from "./read-configuration.ts";

export const plain: SiteGenerator = {
  configurationFiles: /(?!)/,
  detect: detectPlain,
  readConfiguration: readPlainConfiguration,
};
