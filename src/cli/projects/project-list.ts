import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeAge } from "../output/describe-age.ts";
import { formatTable } from "../output/format-table.ts";

export function addProjectList(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("list", {
    summary: "list all projects, newest first",
    example: "copydesk project list",
  }).action((options: RemoteOptions) => list(context, options));
  group.addCommand(command);
}

async function list(context: CommandContext, options: RemoteOptions): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const projects = await verbs.listProjects();
    const { stdout } = context.deps.io;
    const time = (at: string) => (stdout.columns === null ? at : describeAge(Date.now() - Date.parse(at)));
    const rows = projects.map(({ id, createdAt, name, repository }) => [
      id,
      time(createdAt),
      name,
      repository,
    ]);
    const headings = ["ID", stdout.columns === null ? "CREATED" : "AGE", "NAME", "REPOSITORY"];
    const empty = "There are no projects yet. Create one: copydesk project create --help";
    return {
      document: { data: projects },
      text: rows.length === 0 ? empty : formatTable(headings, rows),
    };
  });
}
