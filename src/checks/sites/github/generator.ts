import type { SiteGenerator } from "../generator.ts";
import { detectGithub } from "./detect.ts";
import { readGithubConfiguration } from "./read-configuration.ts";

export const github: SiteGenerator = {
  configurationFiles: /(?!)/,
  detect: detectGithub,
  readConfiguration: readGithubConfiguration,
};
