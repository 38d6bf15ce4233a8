import type { SiteGenerator } from "../generator.ts";
import { detectDocusaurus } from "./detect.ts";
import { readDocusaurusConfiguration } from "./read-configuration.ts";

export const docusaurus: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:docusaurus\.config\.[cm]?[jt]s|versions\.json)$/,
  detect: detectDocusaurus,
  readConfiguration: readDocusaurusConfiguration,
};
