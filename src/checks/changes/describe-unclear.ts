import { countOf } from "../../text/count-of.ts";
import type { InboundLink } from "../types.ts";

const placesMax = 20;

/** Describes links that may lead to the page, or from it, and whose new target cannot be known. */
export function describeUnclear(unclear: readonly InboundLink[], path: string): string {
  const places = unclear.map((link) => `${link.path}:${link.line}`);
  const links = `${countOf(places, "link")} that may lead`;
  const rest = places.length > placesMax ? ` and ${places.length - placesMax} more` : "";
  const [stayed, lead] =
    places.length === 1 ? ["stayed as it is", "it leads"] : ["stayed as they are", "they lead"];
  return `links not judged here: ${links} to or from ${path} ${stayed}, because it is not known where ${lead}; look at ${places.slice(0, placesMax).join(", ")}${rest}`;
}
