import type { FrontMatterProblem } from "../pages/read-front-matter.ts";
import { isPlainMdx } from "./is-plain-mdx.ts";

/** Returns the first syntax error of an MDX text, or null. Processes with sites never load the parser. */
export async function findMdxProblem(text: string): Promise<FrontMatterProblem | null> {
  if (isPlainMdx(text)) return null;
  const { parseMdx } = await import("./parse-mdx.ts");
  try {
    parseMdx(text);
    return null;
  } catch (error) {
    const problem = error as { reason?: string; message?: string; line?: number; column?: number };
    const message = (problem.reason ?? problem.message ?? "not valid MDX").split("\n")[0]!;
    const place = / \((\d+):(\d+)(?:-\d+:\d+)?\)/.exec(message);
    const line = problem.line ?? Number(place?.[1] ?? 1);
    return { line, column: problem.column ?? Number(place?.[2] ?? 1), message };
  }
}
