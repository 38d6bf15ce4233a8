import { type Command, Option } from "commander";
import { AppError } from "../../errors.ts";
import type { JobAddress } from "../../jobs/get-job.ts";
import { mergeMethods } from "../../review/review-schema.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";
import type { Verbs } from "../verbs/verbs.ts";

interface Options extends RemoteOptions {
  project: string;
  commit?: string;
}

const exampleOptions = "--project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl";
const commitOption = [
  "--commit <id>",
  "only while the branch has this commit (default: what it has now)",
] as const;

export function addJobApprove(group: Command, context: CommandContext): void {
  const command = defineDecision("approve", "approve a job's pull request on its code host")
    .option(...commitOption)
    .option("--body <text>", "text of the approval")
    .action((jobId: string, options: Options & { body?: string }) =>
      decide(context, jobId, options, async (verbs, address) =>
        verbs.approveJob(address, {
          headCommit: await commitOf(verbs, address, options),
          body: options.body,
        }),
      ),
    );
  group.addCommand(command);
}

export function addJobMerge(group: Command, context: CommandContext): void {
  const command = defineDecision("merge", "merge a job's pull request")
    .addOption(new Option("--method <method>", "how (default: merge)").choices([...mergeMethods]))
    .option(...commitOption)
    .option("--title <text>", "of the commit (default: the pull request's)")
    .option("--delete-branch", "delete the job's branch afterwards")
    .action((jobId: string, options: Options & { method?: string; title?: string; deleteBranch?: boolean }) =>
      decide(context, jobId, options, async (verbs, address) => {
        const { method = "merge", title, deleteBranch } = options;
        const headCommit = await commitOf(verbs, address, options);
        return await verbs.mergeJob(address, { headCommit, method, title, deleteBranch });
      }),
    );
  group.addCommand(command);
}

export function addJobClose(group: Command, context: CommandContext): void {
  const command = defineDecision("close", "close a job's pull request without merging it; its branch stays");
  command.action((jobId: string, options: Options) =>
    decide(context, jobId, options, (verbs, address) => verbs.closeJob(address)),
  );
  group.addCommand(command);
}

function defineDecision(name: string, summary: string): Command {
  return defineRemoteCommand(name, { summary, example: `copydesk job ${name} ${exampleOptions}` })
    .requiredOption("--project <id>", "project of the job")
    .argument("<job id>", "id of the job");
}

async function decide(
  context: CommandContext,
  jobId: string,
  options: Options,
  work: (verbs: Verbs, address: JobAddress) => ReturnType<Verbs["closeJob"]>,
): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const job = await work(verbs, { projectId: options.project, jobId });
    return { document: job, text: formatJob(job) };
  });
}

async function commitOf(verbs: Verbs, address: JobAddress, { commit }: Options): Promise<string> {
  const headCommit = commit ?? (await verbs.getHeadCommit(address));
  if (headCommit !== null) return headCommit;
  throw new AppError("pull_request_not_found", "The job has no pull request.");
}
