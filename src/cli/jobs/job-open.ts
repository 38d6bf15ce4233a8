import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addJobOpen(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("open", {
    summary: "print the link of a job's pull request; on a terminal, also open it in the browser",
    example: "copydesk job open --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => open(context, jobId, options));
  group.addCommand(command);
}

async function open(context: CommandContext, jobId: string, options: Options): Promise<void> {
  const { io } = context.deps;
  await withVerbs(context, options, async (verbs) => {
    const { prLink, status, reason } = await verbs.getJob({ projectId: options.project, jobId });
    if (prLink === null) {
      const next = `See what it has: copydesk job get --project ${options.project} ${jobId}`;
      throw new AppError(
        "pull_request_not_found",
        `The job has no pull request: it is ${status} (${reason}). ${next}`,
      );
    }
    const isOpened = options.json !== true && (await io.openUrl(prLink));
    const note = isOpened ? "Opening it in the browser.\n" : "";
    return { document: { prLink }, text: `${prLink}\n${note}` };
  });
}
