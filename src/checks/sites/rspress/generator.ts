import type { SiteGenerator } from "../generator.ts";
import { detectRspress, rspressConfiguration } from "./detect.ts";
import { readRspressConfiguration } from "./read-configuration.ts";

export const rspress: SiteGenerator = {
  configurationFiles: rspressConfiguration,
  detect: detectRspress,
  readConfiguration: readRspressConfiguration,
};
