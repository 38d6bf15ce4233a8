import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { colorDiff } from "../output/color-diff.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addJobDiff(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("diff", {
    summary: "print what a job changed, as a unified diff; nothing when it changed nothing",
    example: "copydesk job diff --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl | git apply",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => diff(context, jobId, options));
  group.addCommand(command);
}

async function diff(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const patch = await verbs.getJobDiff({ projectId: options.project, jobId });
    return { document: { diff: patch }, text: colorDiff(context.deps.io.stdout, patch) };
  });
}
