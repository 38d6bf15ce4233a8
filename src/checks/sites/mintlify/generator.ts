import type { SiteGenerator } from "../generator.ts";
import { detectMintlify } from "./detect.ts";
import { readMintlifyConfiguration } from "./read-configuration.ts";

export const mintlify: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:docs|mint)\.json$/,
  detect: detectMintlify,
  readConfiguration: readMintlifyConfiguration,
};
