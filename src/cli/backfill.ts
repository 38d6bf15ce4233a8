import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand } from "./command.ts";
import type { BackfillOptions } from "./run-backfill.ts";

export function addBackfill(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("backfill", {
    summary: "propose jobs for past changes of a source; with --accept run them",
    example: "copydesk backfill --project prj_0123456789abcdefghijkl --since 30d --source api",
  })
    .requiredOption("--project <id>", "project whose documentation the jobs change")
    .requiredOption("--since <time>", "how far back: 30d, 12h, 4w, or a date")
    .option("--source <name>", "context repository whose changes to use (default: the only one)")
    .option("--repository <path>", "clone of it on this machine (default: the source's own path)")
    .option("--trigger <id>", "use the filters, prompt and topic of this trigger")
    .option("--accept <which>", 'create jobs: "all", or numbers of the list such as 1,3')
    .action(async (options: BackfillOptions) => {
      const { runBackfill } = await import("./run-backfill.ts");
      await runBackfill(context, options);
    });
  program.addCommand(command);
}
