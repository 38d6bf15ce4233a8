import { createProcessor } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";

const processor = createProcessor({
  format: "mdx",
  remarkPlugins: [remarkGfm, [remarkFrontmatter, ["yaml", "toml"]]],
});

/** Parses and throws on the first error; nothing is compiled or run. */
export function parseMdx(text: string): void {
  processor.parse(text);
}
