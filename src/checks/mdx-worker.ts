import { parentPort } from "node:worker_threads";
import { createProcessor } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";

/** A worker thread: each message is a page's text, each answer its first syntax error or null. Nothing is compiled or run. */
const processor = createProcessor({
  format: "mdx",
  remarkPlugins: [remarkGfm, [remarkFrontmatter, ["yaml", "toml"]]],
});

parentPort?.on("message", (text: string) => {
  parentPort?.postMessage(findProblem(text));
});

function findProblem(text: string): { line: number; column: number; message: string } | null {
  try {
    processor.parse(text);
    return null;
  } catch (error) {
    const problem = error as { reason?: string; message?: string; line?: number; column?: number };
    const message = (problem.reason ?? problem.message ?? "not valid MDX").split("\n")[0]!;
    return { line: problem.line ?? 1, column: problem.column ?? 1, message };
  }
}
