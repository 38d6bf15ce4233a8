import type { SiteGenerator } from "../generator.ts";
import { detectHugo } from "./detect.ts";
import { readHugoConfiguration } from "./read-configuration.ts";

export const hugo: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:hugo|config)\.(?:toml|ya?ml|json)$|(?:^|\/)config\/_default\//,
  detect: detectHugo,
  readConfiguration: readHugoConfiguration,
};
