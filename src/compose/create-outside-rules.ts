import type { OutsideRule, OutsideRules } from "../checks/outside-rules.ts";
import type { Config } from "../config.ts";
import { version } from "../version.ts";

/** Creates the rules that make requests to other servers. Each run is limited in addresses and in time. */
export function createOutsideRules(
  config: Config,
  { urlsMax, limitMs }: { urlsMax: number; limitMs: number },
): OutsideRules {
  const externalLink = loadOnce(async () => {
    const { createExternalLinkRule } = await import("../checks/rules/external-link.ts");
    const { createLinkAsker } = await import("../network/create-link-asker.ts");
    const { createNetworkFetch } = await import("./create-network.ts");
    const userAgent = `Copydesk/${version} (checks the links of documentation)`;
    const asker = createLinkAsker({ fetch: createNetworkFetch(config), userAgent });
    return createExternalLinkRule({ ask: (urls, signal) => asker.ask(urls, { limitMs, signal }), urlsMax });
  });
  return { "external-link": externalLink, vale: createVale() };
}

/** Creates the outside rules that make no requests. */
export function createRulesWithoutRequests(): OutsideRules {
  return { "external-link": "links to other sites are checked only with --external", vale: createVale() };
}

function createVale(): OutsideRule {
  return loadOnce(async () => {
    const { createValeRule } = await import("../checks/rules/vale.ts");
    const { createRunVale } = await import("./create-run-vale.ts");
    return createValeRule(createRunVale());
  });
}

/** Loads a rule on first use: most runs never apply it. */
function loadOnce(load: () => Promise<OutsideRule>): OutsideRule {
  let loading: Promise<OutsideRule> | null = null;
  return async (input) => {
    loading ??= load();
    return await (await loading)(input);
  };
}
