import type { Command } from "commander";
import type { ReviewCitation } from "../../review/review-schema.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { colorDiff } from "../output/color-diff.ts";

interface Options extends RemoteOptions {
  project: string;
  citations?: boolean;
}

export function addJobDiff(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("diff", {
    summary: "print what a job changed, as a unified diff; nothing when it changed nothing",
    example: "copydesk job diff --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl | git apply",
  })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job")
    .option("--citations", "list the citations of the changed paragraphs instead")
    .action((jobId: string, options: Options) => diff(context, jobId, options));
  group.addCommand(command);
}

async function diff(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const address = { projectId: options.project, jobId };
    if (options.citations) {
      const citations = await verbs.listCitations(address);
      return { document: { citations }, text: formatCitations(citations) };
    }
    const patch = await verbs.getJobDiff(address);
    return { document: { diff: patch }, text: colorDiff(context.deps.io.stdout, patch) };
  });
}

function formatCitations(citations: readonly ReviewCitation[]): string {
  if (citations.length === 0) return "The change cites nothing.";
  return citations.map(formatCitation).join("\n");
}

function formatCitation({ path, line, text, source, ...place }: ReviewCitation): string {
  const { commit, file, startLine, endLine } = place;
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  const evidence = file === null ? "the prompt" : `${source}@${commit?.slice(0, 12)}:${file}#${lines}`;
  return `${path}${line === null ? "" : `:${line}`}  ${evidence}\n    ${text}`;
}
