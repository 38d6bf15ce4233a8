import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

/** Follows markdown-it-anchor with VitePress' slugify, which ignores emoji. */
export const vitepressHeadingIds: HeadingIds = (headings) => {
  const slug = createSlugger("vitepress");
  return headings.map(({ explicitId, source, text }) => {
    const isComment = /\{\/\*[^{}]*\}\s*$/.test(source);
    return isComment || explicitId === null ? slug(text.replace(/:[a-z0-9_+-]+:/g, "")) : explicitId;
  });
};
