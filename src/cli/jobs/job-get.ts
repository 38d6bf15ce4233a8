import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addJobGet(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("get", {
    summary: "show one job",
    example: "copydesk job get --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => get(context, jobId, options));
  group.addCommand(command);
}

async function get(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const job = await verbs.getJob({ projectId: options.project, jobId });
    return { document: job, text: formatJob(job) };
  });
}
