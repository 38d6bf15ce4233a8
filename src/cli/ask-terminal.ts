import { createInterface } from "node:readline/promises";

/**
 * Asks on standard error, so that standard output holds only the command's output. Null without a terminal;
 * "" after Ctrl-C or Ctrl-D.
 */
export async function askTerminal(
  { stdin, stderr }: Pick<NodeJS.Process, "stdin" | "stderr">,
  question: string,
): Promise<string | null> {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return null;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await new Promise<string>((resolve) => {
      lines.question(question).then(resolve, () => resolve(""));
      lines.once("SIGINT", () => resolve(""));
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
  }
}
