import { slug } from "github-slugger";
import type { HeadingIds } from "../../model/site.ts";

/** HonKit gives two headings with the same text the same id. */
export const honkitHeadingIds: HeadingIds = (headings) =>
  headings.map(({ text, explicitId }) => explicitId ?? slug(text));
