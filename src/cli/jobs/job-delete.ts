import type { Command } from "commander";
import { deleteJob } from "../../jobs/delete-job.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { confirm } from "../confirm.ts";

interface Options extends CommonOptions {
  project: string;
  yes?: boolean;
}

export function addJobDelete(group: Command, context: CommandContext): void {
  const command = defineCommand("delete", {
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
  await withStore(context, options, async (store) => {
    await confirm(context.deps.io, {
      what: `The job ${jobId} is deleted with its events and its diff. Its pull request stays.`,
      question: "Delete it?",
      yes: options.yes,
    });
    const actor = { author: store.author, from: null };
    await deleteJob(store, { projectId: options.project, jobId, actor });
    return { document: { id: jobId, deleted: true }, text: `Deleted ${jobId}.` };
  });
}
