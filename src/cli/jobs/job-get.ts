import type { Command } from "commander";
import { getJob } from "../../jobs/get-job.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends CommonOptions {
  project: string;
}

export function addJobGet(group: Command, context: CommandContext): void {
  const command = defineCommand("get", {
    summary: "show one job",
    example: "copydesk job get --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => get(context, jobId, options));
  group.addCommand(command);
}

async function get(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withStore(context, options, async (store) => {
    const job = await getJob(store, { projectId: options.project, jobId });
    return { document: job, text: formatJob(job) };
  });
}
