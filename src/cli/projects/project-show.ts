import type { Command } from "commander";
import { getMonthlyUse } from "../../projects/get-monthly-use.ts";
import { getProject } from "../../projects/get-project.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import type { Retention } from "../../store/jobs/prune-jobs.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatProject } from "../output/format-project.ts";

export function addProjectShow(group: Command, context: CommandContext): void {
  const command = defineCommand("show", {
    summary: "show one project",
    example: "copydesk project show prj_0123456789abcdefghijkl",
  })
    .argument("<project id>", "id of the project")
    .action((projectId: string, options: CommonOptions) => show(context, projectId, options));
  group.addCommand(command);
}

async function show(context: CommandContext, projectId: string, options: CommonOptions): Promise<void> {
  await withStore(context, options, async (store, { retention }) => {
    const project = await getProject(store, projectId);
    const thisMonth = await getMonthlyUse(store, projectId);
    return {
      document: { projectId: project.id, ...project, thisMonth, retention: retentionOf(project, retention) },
      text: formatProject(project, { thisMonth, retention }),
    };
  });
}

/** What holds for the project: its own settings, else the service's. */
function retentionOf({ settings }: ProjectRecord, { recordsDays, transcriptsDays }: Retention): Retention {
  return {
    recordsDays: settings.keepRecordsDays ?? recordsDays,
    transcriptsDays: settings.keepTranscriptsDays ?? transcriptsDays,
  };
}
