import type { SiteGenerator } from "../generator.ts";
import { detectFumadocs } from "./detect.ts";
import { readFumadocsConfiguration } from "./read-configuration.ts";

export const fumadocs: SiteGenerator = {
  configurationFiles:
    /(?:^|\/)(?:(?:source|next)\.config\.[cm]?[jt]sx?|meta(?:\.[\w-]{1,40})?\.(?:json|ya?ml))$/,
  detect: detectFumadocs,
  readConfiguration: readFumadocsConfiguration,
};
