import type { Command } from "commander";
import { type CommandContext, defineCommand } from "../command.ts";
import type { RunOptions } from "./run-one-job.ts";

export function addRun(program: Command, context: CommandContext): void {
  const command = defineCommand("run", {
    summary: "run one job without a server; leaves branch copydesk/<id> in the repository",
    example: "copydesk run --repository . --prompt 'Fix broken links'",
  })
    .requiredOption("--repository <path>", "git repository with the documentation")
    .requiredOption("--prompt <text>", "what to do")
    .option("--ref <branch>", "base branch (default: the repository's own)")
    .option("--model <provider/name>", "model (default: COPYDESK_MODEL)")
    .option("--yes", "do not ask whether Copydesk's own folder is meant as the repository")
    .action(async (options: RunOptions) => {
      const { runOneJob } = await import("./run-one-job.ts");
      await runOneJob(context, options);
    });
  program.addCommand(command);
}
