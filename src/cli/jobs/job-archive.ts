import type { Command } from "commander";
import { archiveJob, unarchiveJob } from "../../jobs/archive-job.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends CommonOptions {
  project: string;
}

const example = "--project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl";

export function addJobArchive(group: Command, context: CommandContext): void {
  addChange(group, context, "archive", "archive a job that has ended; restore undoes it", archiveJob);
}

export function addJobRestore(group: Command, context: CommandContext): void {
  addChange(group, context, "restore", "take back a job that was archived", unarchiveJob);
}

function addChange(
  group: Command,
  context: CommandContext,
  name: string,
  summary: string,
  change: typeof archiveJob,
): void {
  const command = defineCommand(name, { summary, example: `copydesk job ${name} ${example}` })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) =>
      withStore(context, options, async (store) => {
        const job = await change(store, { projectId: options.project, jobId, author: store.author });
        return { document: job, text: formatJob(job) };
      }),
    );
  group.addCommand(command);
}
