import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { confirm } from "../confirm.ts";

interface Options extends RemoteOptions {
  project: string;
  yes?: boolean;
}

export function addJobDelete(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("delete", {
    summary: "delete a job that has ended, with its events and its diff",
    example: "copydesk job delete --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl --yes",
  })
    .requiredOption("--project <id>", "project of the job")
    .option("--yes", "do not ask")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => remove(context, jobId, options));
  group.addCommand(command);
}

async function remove(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    await confirm(context.deps.io, {
      what: `The job ${jobId} is deleted with its events and its diff. Its pull request stays.`,
      question: "Delete it?",
      yes: options.yes,
    });
    await verbs.deleteJob({ projectId: options.project, jobId });
    return { document: { id: jobId, deleted: true }, text: `Deleted ${jobId}.` };
  });
}
