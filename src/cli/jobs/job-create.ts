import { type Command, Option } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatJob } from "../output/format-job.ts";
import { waitWithProgress } from "../output/wait-with-progress.ts";

interface Options extends RemoteOptions {
  project: string;
  prompt: string;
  ref?: string;
  model?: string;
  mode?: string;
  draft?: boolean;
  label?: string[];
  reviewer?: string[];
  branch?: string;
  title?: string;
  topic?: string;
  wait?: boolean;
}

export function addJobCreate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("create", {
    summary: "create a job; with --wait follow it to its end",
    example: "copydesk job create --project prj_0123456789abcdefghijkl --prompt 'Fix broken links' --wait",
  })
    .requiredOption("--project <id>", "project to work on")
    .requiredOption("--prompt <text>", "what to do")
    .option("--ref <branch>", "base branch (default: the project's)")
    .option("--model <provider/name>", "model (default: the project's)")
    .addOption(new Option("--mode <mode>", "what to end with").choices(["pull_request", "preview"]))
    .option("--draft", "open the pull request as a draft")
    .option("--label <name>", "label of the pull request; can be given again", collect)
    .option("--reviewer <name>", "reviewer to request; can be given again", collect)
    .option("--branch <name>", "name of the branch that the job creates")
    .option("--title <text>", "title of the pull request")
    .option("--topic <text>", "share the open pull request of this topic, when there is one")
    .option("--wait", "show progress on standard error and end with the job: 0 completed, 1 failed")
    .action((options: Options) => create(context, options));
  group.addCommand(command);
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

async function create(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const { project, prompt, ref, model, mode, draft, label, reviewer, branch, title, topic } = options;
    const body = {
      prompt,
      ref,
      model,
      mode,
      asDraft: draft,
      labels: label,
      reviewers: reviewer,
      branch,
      title,
      topic,
    };
    const created = await verbs.createJob(project, body);
    if (options.wait !== true) {
      const next = `copydesk job get --project ${project} ${created.id}`;
      return { document: created, text: `${formatJob(created)}\n\nNext: ${next}` };
    }
    const job = await waitWithProgress(context, verbs, { projectId: project, jobId: created.id });
    return { document: job, text: formatJob(job), exitCode: job.status === "completed" ? 0 : 1 };
  });
}
