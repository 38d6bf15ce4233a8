import { type Command, Option } from "commander";
import type { UsageRow } from "../../usage/usage-schema.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeCap } from "../output/describe-cap.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends RemoteOptions {
  from?: string;
  to?: string;
  by?: "project" | "key" | "month";
  project?: string;
}

export function addUsage(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("usage", {
    summary: "show jobs, tokens and cost by month and project, newest month first",
    example: "copydesk usage --from 2026-09 --by key",
  })
    .option("--from <month>", "first month, such as 2026-09 (default: the last one)")
    .option("--to <month>", "last month (default: this month)")
    .addOption(
      new Option("--by <what>", "what each line is about (default: project)").choices([
        ...["project", "key", "month"],
      ]),
    )
    .option("--project <id>", "only this project")
    .action((options: Options) => show(context, options));
  program.addCommand(command);
}

async function show(context: CommandContext, options: Options): Promise<void> {
  const { from, to, by: groupBy, project: projectId } = options;
  await withVerbs(context, options, async (verbs) => {
    const data = await verbs.listUsage({ from, to, groupBy, projectId });
    const headings = ["MONTH", "PROJECT", "KEY", "JOBS", "TOKENS IN", "CACHED", "OUT", "USD", "CAP"];
    return {
      document: { data },
      text: data.length === 0 ? "Nothing was used." : formatTable(headings, data.map(toRow)),
    };
  });
}

function toRow(row: UsageRow): string[] {
  const number = (value: number) => value.toLocaleString("en-US");
  return [
    ...[row.month, row.projectName ?? "all", row.apiKeyName ?? "–", number(row.jobs)],
    ...[number(row.inputTokens), number(row.cachedInputTokens), number(row.outputTokens)],
    ...[row.costUsd === null ? "–" : row.costUsd.toFixed(2), describeCap(row.cap ?? {})],
  ];
}
