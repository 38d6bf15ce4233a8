import type { Command } from "commander";
import { type CommandContext, defineCommand, parseWholeNumber } from "../command.ts";
import type { EvalOptions } from "./run-eval.ts";

export function addEval(program: Command, context: CommandContext): void {
  const command = defineCommand("eval", {
    summary: "let a model repeat past documentation commits, and score it against what people merged",
    example: "copydesk eval --repository . --commits 20 --out gpt-5.json",
  })
    .requiredOption("--repository <path>", "git repository with the documentation; it is only read")
    .option(
      "--commits <number>",
      "how many commits that changed pages, newest first",
      parseWholeNumber(1, 500),
      10,
    )
    .option("--model <provider/name>", "model (default: COPYDESK_MODEL)")
    .option("--out <file>", "write the result as JSON")
    .option("--compare <file>", "compare with the result of an earlier run")
    .action(async (options: EvalOptions) => {
      const { runEval } = await import("./run-eval.ts");
      await runEval(context, options);
    });
  program.addCommand(command);
}
