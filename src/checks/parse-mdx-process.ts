import { createProcessor } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";

/** A process of its own: each message is a page's text, each answer its first syntax error or null. Nothing is compiled or run. */
const processor = createProcessor({
  format: "mdx",
  remarkPlugins: [remarkGfm, [remarkFrontmatter, ["yaml", "toml"]]],
});

process.on("message", (text: string) => {
  process.send?.({ problem: findProblem(text) });
});
process.on("disconnect", () => process.exit(0));

function findProblem(text: string): { line: number; column: number; message: string } | null {
  try {
    processor.parse(text);
    return null;
  } catch (error) {
    const problem = error as { reason?: string; message?: string; line?: number; column?: number };
    const message = (problem.reason ?? problem.message ?? "not valid MDX").split("\n")[0]!;
    const place = / \((\d+):(\d+)(?:-\d+:\d+)?\)/.exec(message);
    const line = problem.line ?? Number(place?.[1] ?? 1);
    return { line, column: problem.column ?? Number(place?.[2] ?? 1), message };
  }
}
