import { createProcessor } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";

const processor = createProcessor({
  format: "mdx",
  remarkPlugins: [remarkGfm, [remarkFrontmatter, ["yaml", "toml"]]],
});

/** Parses the text and throws on the first error; compiles and runs nothing. */
export function parseMdx(text: string): void {
  processor.parse(text);
}
