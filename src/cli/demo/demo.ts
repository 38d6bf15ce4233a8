import type { Command } from "commander";
import { type CommandContext, defineCommand } from "../command.ts";
import type { DemoOptions } from "./run-demo.ts";

const promptDefault = 'Replace "e-mail" with "email"';

export function addDemo(program: Command, context: CommandContext): void {
  const command = defineCommand("demo", {
    summary: "watch one prompt become a pull request, with a service of its own; then serve until Ctrl-C",
    example: "copydesk demo\ncopydesk demo --repository ../docs --prompt 'Fix broken links' --exit",
  })
    .option("--repository <path or URL>", "work on this repository (default: an example site)")
    .option("--prompt <text>", "what to do", promptDefault)
    .option("--exit", "stop when the job has ended: 0 completed, 1 otherwise")
    .option("--yes", "do not ask whether Copydesk's own folder is meant as the repository")
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import("./run-demo.ts");
      await runDemo(context, options);
    });
  program.addCommand(command);
}
