import type { Command } from "commander";
import { cancelJob } from "../../jobs/cancel-job.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends CommonOptions {
  project: string;
}

export function addJobCancel(group: Command, context: CommandContext): void {
  const command = defineCommand("cancel", {
    summary: "cancel an active job; its work so far stays in its diff",
    example: "copydesk job cancel --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) =>
      withStore(context, options, async (store) => {
        const job = await cancelJob(store, { projectId: options.project, jobId, author: store.author });
        return { document: job, text: formatJob(job) };
      }),
    );
  group.addCommand(command);
}
