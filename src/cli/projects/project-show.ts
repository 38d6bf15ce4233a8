import type { Command } from "commander";
import type { ProjectRecord } from "../../projects/project-record.ts";
import type { Retention } from "../../store/jobs/prune-jobs.ts";
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
  await withVerbs(context, options, async (verbs, { config: { retention }, isRemote }) => {
    const project = await verbs.getProject(projectId);
    const thisMonth = await verbs.getMonthlyUse(projectId);
    // How long another machine's service keeps what is not set is not known here.
    const kept = isRemote ? {} : { retention: retentionOf(project, retention) };
    return {
      document: { projectId: project.id, ...project, thisMonth, ...kept },
      text: formatProject(project, { thisMonth, ...(isRemote ? {} : { retention }) }),
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
