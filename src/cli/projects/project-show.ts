import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatProject } from "../output/format-project.ts";

export function addProjectShow(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("show", {
    summary: "show one project",
    example: "copydesk project show prj_0123456789abcdefghijkl",
  })
    .argument("<project id>", "id of the project")
    .action((projectId: string, options: RemoteOptions) => show(context, projectId, options));
  group.addCommand(command);
}

async function show(context: CommandContext, projectId: string, options: RemoteOptions): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const project = await verbs.getProject(projectId);
    const state = await verbs.getProjectState(project);
    return {
      document: { projectId: project.id, ...project, ...state },
      text: formatProject(project, state),
    };
  });
}
