import type { SiteGenerator } from "../generator.ts";
import { detectVitepress } from "./detect.ts";
import { readVitepressConfiguration } from "./read-configuration.ts";

export const vitepress: SiteGenerator = {
  configurationFiles: /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/,
  detect: detectVitepress,
  readConfiguration: readVitepressConfiguration,
};
