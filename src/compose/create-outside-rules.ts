import type { OutsideRules } from "../checks/outside-rules.ts";
import { createExternalLinkRule } from "../checks/rules/external-link.ts";
import type { Config } from "../config.ts";
import { createLinkAsker } from "../network/create-link-asker.ts";
import { version } from "../version.ts";
import { createNetworkFetch } from "./create-network.ts";

/** The rules that ask servers of others. One run asks for at most so many addresses, and so long. */
export function createOutsideRules(
  config: Config,
  { urlsMax, limitMs }: { urlsMax: number; limitMs: number },
): OutsideRules {
  const userAgent = `Copydesk/${version} (checks the links of documentation)`;
  const asker = createLinkAsker({ fetch: createNetworkFetch(config), userAgent });
  const ask = (urls: readonly string[], signal: AbortSignal) => asker.ask(urls, { limitMs, signal });
  return { "external-link": createExternalLinkRule({ ask, urlsMax }) };
}
