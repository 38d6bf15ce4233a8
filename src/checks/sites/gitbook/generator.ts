import type { SiteGenerator } from "../generator.ts";
import { detectGitbook } from "./detect.ts";
import { readGitbookConfiguration } from "./read-configuration.ts";

export const gitbook: SiteGenerator = {
  configurationFiles: /(?:^|\/)(?:\.gitbook\.ya?ml|book\.js(?:on)?|LANGS\.md|SUMMARY\.md)$/,
  detect: detectGitbook,
  readConfiguration: readGitbookConfiguration,
};
