import { createMintlifySlugger, wholeSlugLikeMintlify } from "../../../markdown/slug-like-mintlify.ts";
import type { HeadingIds } from "../../model/site.ts";

/** With the form that a link may have as well. Headings of the fifth and sixth level get no id. */
export const mintlifyHeadingIds: HeadingIds = (headings) => {
  const slugger = createMintlifySlugger();
  return headings
    .filter(({ level }) => level <= 4)
    .flatMap(({ explicitId, text }) =>
      explicitId === null ? [slugger.ofText(text), wholeSlugLikeMintlify(text)] : [slugger.ofId(explicitId)],
    );
};
