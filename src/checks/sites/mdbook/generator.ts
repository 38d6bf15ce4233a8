import type { SiteGenerator } from "../generator.ts";
import { detectMdbook } from "./detect.ts";
import { readMdbookConfiguration } from "./read-configuration.ts";

export const mdbook: SiteGenerator = {
  configurationFiles: /(?:^|\/)book\.toml$/,
  detect: detectMdbook,
  readConfiguration: readMdbookConfiguration,
};
