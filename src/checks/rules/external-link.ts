import type { ExternalLink } from "../find-external-links.ts";
import type { OutsideRule } from "../outside-rules.ts";
import type { Finding } from "../types.ts";

interface ExternalLinkOptions {
  ask(urls: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, LinkState>>;
  /** Maximum of addresses in one run; those that a change adds come first. */
  urlsMax: number;
}

type LinkState = { kind: "alive" } | { kind: "gone" | "unclear"; why: string };

/** Asks the servers; only a link whose target is certainly gone is a problem. */
export function createExternalLinkRule({ ask, urlsMax }: ExternalLinkOptions): OutsideRule {
  return async ({ links, mayAsk, signal }) => {
    const allowed = links.filter(mayAsk);
    const urls = new Set(allowed.map(({ url }) => url));
    const asked = [...urls].slice(0, urlsMax);
    const states = await ask(asked, signal);
    const findings = allowed.flatMap((link) => describe(link, states.get(link.url)));
    const unclear = asked.filter((url) => states.get(url)?.kind === "unclear").length;
    const newHosts = new Set(links.map(({ url }) => url)).size - urls.size;
    const reasons = [
      ...(unclear > 0 ? [`${unclear} gave no certain answer`] : []),
      ...(urls.size > asked.length
        ? [`${urls.size - asked.length} more than the ${urlsMax} of one run`]
        : []),
      ...(newHosts > 0 ? [`${newHosts} at hosts that no page had a link to before`] : []),
    ];
    const reason = `links not judged here: ${reasons.join(", ")}`;
    return { findings, notJudged: reasons.length === 0 ? null : { reason, isWhole: false } };
  };
}

function describe({ path, line, column, target }: ExternalLink, state: LinkState | undefined): Finding[] {
  if (state?.kind !== "gone") return [];
  return [{ rule: "external-link", path, line, column, message: `${target} ${state.why}`, target }];
}
