import { type Command, InvalidArgumentError, Option } from "commander";
import type { JobPage } from "../../jobs/list-jobs.ts";
import type { JobRecord } from "../../jobs/record.ts";
import {
  type CommandContext,
  defineRemoteCommand,
  parseWholeNumber,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import type { CliStream } from "../deps.ts";
import { describeAge } from "../output/describe-age.ts";
import { type Cell, formatTable } from "../output/format-table.ts";

interface Options extends RemoteOptions {
  project: string;
  status?: string;
  reason?: string;
  model?: string;
  ref?: string;
  author?: string;
  createdFrom?: string;
  createdTo?: string;
  metadata?: Record<string, string>;
  label?: string;
  topic?: string;
  search?: string;
  pullRequest?: string;
  limit?: number;
  cursor?: string;
}

export function addJobList(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("list", {
    summary: "list the jobs of a project, newest first",
    example: "copydesk job list --project prj_0123456789abcdefghijkl --status failed",
  })
    .requiredOption("--project <id>", "project of the jobs")
    .option("--status <statuses>", "only these: active, completed, archived, failed, separated by commas")
    .option("--reason <reasons>", "only these, separated by commas")
    .option("--model <provider/name>", "only jobs on this model")
    .option("--ref <branch>", "only jobs on this base branch, or of this branch")
    .option("--author <name>", "only jobs whose author has this id, name or kind")
    .option("--created-from <time>", "only jobs created then or later, such as 2026-11-21")
    .option("--created-to <time>", "only jobs created before that time, or up to the end of that day")
    .option("--metadata <key=value>", "only jobs with this pair; can be given again", addPair)
    .option("--label <label>", "only jobs created with this label")
    .option("--topic <text>", "only jobs with this topic")
    .option("--search <text>", "only jobs whose prompt or title has each of these words")
    .addOption(
      new Option("--pull-request <state>", "only these").choices(["open", "merged", "closed", "none"]),
    )
    .option("--limit <number>", "how many at most (default: 20)", parseWholeNumber(1, 100))
    .option("--cursor <cursor>", "continue after an earlier list")
    .action((options: Options) => list(context, options));
  group.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const { project, data: _, json: __, url: ___, key: ____, search, ...filter } = options;
    const page = await verbs.listJobs(project, { ...filter, q: search });
    const { stdout } = context.deps.io;
    const untitled = page.data.filter((job) => (job.title ?? job.message) === "").map(({ id }) => id);
    const prompts = await verbs.listPrompts(project, untitled);
    const jobs = page.data.map((job) => ({ ...job, title: titleOf(job, prompts) }));
    const table = stdout.columns === null ? formatAll(jobs) : formatForTerminal(stdout, jobs);
    const more = page.nextCursor === null ? "" : `\n\nMore: --cursor ${page.nextCursor}`;
    return { document: page, text: `${page.data.length === 0 ? none(page) : table}${more}` };
  });
}

function none({ nextCursor }: JobPage): string {
  return nextCursor === null ? "There is no such job." : "There is no such job among the newest ones.";
}

function addPair(text: string, pairs: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Give it as key=value.");
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}

/** A job that has not ended has its prompt only. Messages may go on with what can be done. */
function titleOf({ id, title, message }: JobRecord, prompts: ReadonlyMap<string, string>): string {
  return (title ?? message.split("\n", 1)[0]) || `“${prompts.get(id) ?? ""}”`;
}

type TitledJob = JobRecord & { title: string };

/** Prints every column in full, for programs such as grep and awk. */
function formatAll(jobs: readonly TitledJob[]): string {
  const rows = jobs.map((job) => [job.id, job.createdAt, job.status, job.reason, job.title]);
  return formatTable(["ID", "CREATED", "STATUS", "REASON", "TITLE"], rows);
}

const marks = {
  active: { mark: "●", style: "cyan" },
  completed: { mark: "✓", style: "green" },
  failed: { mark: "✗", style: "red" },
  archived: { mark: "–", style: "dim" },
} as const;

/** Fits each job on one line: the status is a mark before the reason, the time an age. */
function formatForTerminal(stdout: CliStream, jobs: readonly TitledJob[]): string {
  const now = Date.now();
  const rows = jobs.map((job): Cell[] => {
    const { mark, style } = marks[job.status];
    const age = describeAge(now - Date.parse(job.createdAt));
    return [job.id, age, { text: `${mark} ${job.reason}`, style }, job.title];
  });
  return formatTable(["ID", "AGE", "RESULT", "TITLE"], rows, stdout);
}
