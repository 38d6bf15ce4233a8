import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeChecks } from "../output/describe-event.ts";
import { formatFindings, formatNotJudged } from "../output/format-findings.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addJobChecks(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("checks", {
    summary: "show what the documentation checks found in a job's change: what it breaks and what it repairs",
    example: "copydesk job checks --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => show(context, jobId, options));
  group.addCommand(command);
}

async function show(context: CommandContext, jobId: string, options: Options): Promise<void> {
  const { stdout } = context.deps.io;
  await withVerbs(context, options, async (verbs) => {
    const checks = await verbs.getJobChecks({ projectId: options.project, jobId });
    const lists = [formatFindings(stdout, "new", checks.new), formatFindings(stdout, "fixed", checks.fixed)];
    const total =
      checks.counts === null ? "The checks have not run." : `Checks: ${describeChecks(checks.counts)}`;
    const unjudged = formatNotJudged(checks.notJudged);
    return { document: checks, text: [total, unjudged, ...lists].filter((part) => part !== "").join("\n\n") };
  });
}
