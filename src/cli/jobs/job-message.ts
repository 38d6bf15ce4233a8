import type { Command } from "commander";
import type { JobAddress } from "../../jobs/get-job.ts";
import { listJobEvents } from "../../jobs/list-job-events.ts";
import type { JobRecord } from "../../jobs/record.ts";
import { sendMessage } from "../../jobs/send-message.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import type { CliStore } from "../deps.ts";
import { formatJob } from "../output/format-job.ts";
import { waitWithProgress } from "../output/wait-with-progress.ts";

interface Options extends CommonOptions {
  project: string;
  prompt: string;
  wait?: boolean;
}

export function addJobMessage(group: Command, context: CommandContext): void {
  const command = defineCommand("message", {
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
  await withStore(context, options, async (store) => {
    const address = { projectId: options.project, jobId };
    const { answer } = await sendMessage(
      store,
      address,
      { prompt: options.prompt },
      { author: store.author },
    );
    if (options.wait !== true) {
      const job: JobRecord = JSON.parse(answer);
      return { document: job, text: formatJob(job) };
    }
    const job = await waitWithProgress(context, store, address, await findMessage(store, address));
    return { document: job, text: formatJob(job), exitCode: job.status === "completed" ? 0 : 1 };
  });
}

/** Number of the newest message: progress is shown from there on. */
async function findMessage(store: CliStore, address: JobAddress): Promise<number> {
  const events = await listJobEvents(store, address, { after: 0, limit: 1_000 });
  return events.findLast(({ kind }) => kind === "message")?.seq ?? 0;
}
