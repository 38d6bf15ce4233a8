import type { SiteGenerator } from "../generator.ts";
import { detectMystmd } from "./detect.ts";
import { readMystmdConfiguration } from "./read-configuration.ts";

export const mystmd: SiteGenerator = {
  configurationFiles: /(?:^|\/)myst\.ya?ml$/,
  detect: detectMystmd,
  readConfiguration: readMystmdConfiguration,
};
