import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addJobCancel(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("cancel", {
    summary: "cancel an active job; its work so far stays in its diff",
    example: "copydesk job cancel --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) =>
      withVerbs(context, options, async (verbs) => {
        const job = await verbs.cancelJob({ projectId: options.project, jobId });
        return { document: job, text: formatJob(job) };
      }),
    );
  group.addCommand(command);
}
