import type { SiteGenerator } from "../generator.ts";
import { detectVuepress, vuepressConfiguration } from "./detect.ts";
import { readVuepressConfiguration } from "./read-configuration.ts";

export const vuepress: SiteGenerator = {
  configurationFiles: vuepressConfiguration,
  detect: detectVuepress,
  readConfiguration: readVuepressConfiguration,
};
