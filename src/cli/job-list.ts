import { type Command, Option } from "commander";
import { listJobs } from "../jobs/list-jobs.ts";
import { getProject } from "../projects/get-project.ts";
import {
  type CommandContext,
  type CommonOptions,
  defineCommand,
  parseWholeNumber,
  withStore,
} from "./command.ts";
import { formatTable } from "./format-table.ts";

interface Options extends CommonOptions {
  project: string;
  status?: string;
  limit?: number;
  cursor?: string;
}

export function addJobList(group: Command, context: CommandContext): void {
  const command = defineCommand("list", {
    summary: "list the jobs of a project, newest first",
    example: "copydesk job list --project prj_0123456789abcdefghijkl --status failed",
  })
    .requiredOption("--project <id>", "project of the jobs")
    .addOption(
      new Option("--status <status>", "only these").choices(["active", "completed", "archived", "failed"]),
    )
    .option("--limit <number>", "at most so many (default: 20)", parseWholeNumber(1, 100))
    .option("--cursor <cursor>", "go on after an earlier list")
    .action((options: Options) => list(context, options));
  group.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withStore(context, options, async (store) => {
    const { project, status, limit, cursor } = options;
    await getProject(store, project);
    const page = await listJobs(store, project, { status, limit, cursor });
    const rows = page.data.map((job) => [
      job.id,
      job.createdAt,
      job.status,
      job.reason,
      job.title ?? job.message,
    ]);
    const table = formatTable(["ID", "CREATED", "STATUS", "REASON", "TITLE"], rows);
    const more = page.nextCursor === null ? "" : `\n\nMore: --cursor ${page.nextCursor}`;
    return { document: page, text: rows.length === 0 ? "There is no such job." : `${table}${more}` };
  });
}
