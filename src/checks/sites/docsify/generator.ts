import type { SiteGenerator } from "../generator.ts";
import { detectDocsify } from "./detect.ts";
import { readDocsifyConfiguration } from "./read-configuration.ts";

export const docsify: SiteGenerator = {
  configurationFiles: /(?:^|\/)index\.html$/,
  detect: detectDocsify,
  readConfiguration: readDocsifyConfiguration,
};
