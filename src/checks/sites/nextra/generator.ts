import type { SiteGenerator } from "../generator.ts";
import { detectNextra } from "./detect.ts";
import { readNextraConfiguration } from "./read-configuration.ts";

export const nextra: SiteGenerator = {
  configurationFiles: /(?:^|\/)next\.config\.[cm]?[jt]s$/,
  detect: detectNextra,
  readConfiguration: readNextraConfiguration,
};
