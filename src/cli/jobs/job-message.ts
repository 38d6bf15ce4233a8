import type { Command } from "commander";
import type { JobAddress } from "../../jobs/get-job.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";
import { waitWithProgress } from "../output/wait-with-progress.ts";
import type { Verbs } from "../verbs/verbs.ts";

interface Options extends RemoteOptions {
  project: string;
  prompt: string;
  wait?: boolean;
}

export function addJobMessage(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("message", {
    summary:
      "send a message to a job: a running one gets it with its next step, an ended one continues with it",
    example:
      "copydesk job message --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl --prompt 'Mention it in the changelog' --wait",
  })
    .requiredOption("--project <id>", "project of the job")
    .requiredOption("--prompt <text>", "what to do now")
    .option("--wait", "show progress on standard error and end with the job: 0 completed, 1 failed")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => send(context, jobId, options));
  group.addCommand(command);
}

async function send(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const address = { projectId: options.project, jobId };
    const sent = await verbs.sendMessage(address, { prompt: options.prompt });
    if (options.wait !== true) return { document: sent, text: formatJob(sent) };
    const job = await waitWithProgress(context, verbs, address, await findMessage(verbs, address));
    return { document: job, text: formatJob(job), exitCode: job.status === "completed" ? 0 : 1 };
  });
}

/** Returns the number of the newest message, after which progress is shown. */
async function findMessage(verbs: Verbs, address: JobAddress): Promise<number> {
  const events = await verbs.listJobEvents(address, { after: 0, limit: 1_000 });
  return events.findLast(({ kind }) => kind === "message")?.seq ?? 0;
}
