import type { SiteGenerator } from "../generator.ts";
import { detectStarlight } from "./detect.ts";
import { readStarlightConfiguration } from "./read-configuration.ts";

export const starlight: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:astro\.|src\/content[./])config\.[cm]?[jt]s$/,
  detect: detectStarlight,
  readConfiguration: readStarlightConfiguration,
};
