import { pageOfRedirect } from "../model/follow-redirect.ts";
import type { Redirect } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import { resolveLink } from "./resolve-link.ts";

/** Returns the redirects that lead to a page. */
export function findRedirectsTo(site: Site, page: string): Redirect[] {
  return site.configuration.redirects.filter(({ to }) => {
    if (pageOfRedirect(site, to.replace(/[?#].*$/s, "")) === page) return true;
    const led = to.startsWith("/") ? resolveLink(site, page, to) : null;
    return led?.kind === "page" && led.path === page;
  });
}
