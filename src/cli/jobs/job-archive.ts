import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";

interface Options extends RemoteOptions {
  project: string;
}

const example = "--project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl";

export function addJobArchive(group: Command, context: CommandContext): void {
  addChange(group, context, "archive", "archive a job that has ended; restore undoes it", "archiveJob");
}

export function addJobRestore(group: Command, context: CommandContext): void {
  addChange(group, context, "restore", "unarchive a job", "restoreJob");
}

function addChange(
  group: Command,
  context: CommandContext,
  name: string,
  summary: string,
  change: "archiveJob" | "restoreJob",
): void {
  const command = defineRemoteCommand(name, { summary, example: `copydesk job ${name} ${example}` })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) =>
      withVerbs(context, options, async (verbs) => {
        const job = await verbs[change]({ projectId: options.project, jobId });
        return { document: job, text: formatJob(job) };
      }),
    );
  group.addCommand(command);
}
