import { slug } from "github-slugger";
import type { HeadingIds } from "../../site.ts";

/** GitHub's ids, `-1` at the second heading of a name; ids written by hand count. */
export const githubHeadingIds: HeadingIds = (headings) => {
  const used = new Map<string, number>();
  return headings.map(({ text, explicitId }) => {
    if (explicitId !== null) return explicitId;
    const base = slug(text);
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  });
};
