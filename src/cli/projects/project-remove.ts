import type { Command } from "commander";
import type { ProjectData } from "../../projects/count-project-data.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import { countOf } from "../../text/count-of.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { confirm } from "../confirm.ts";
import { toOneLine } from "../output/format-table.ts";
import { withTransientLine } from "../output/with-transient-line.ts";

interface Options extends RemoteOptions {
  yes?: boolean;
}

export function addProjectRemove(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("remove", {
    summary:
      "remove a project with its jobs, keys, webhooks and credentials; active jobs are cancelled, the repository stays as it is",
    example: "copydesk project remove prj_0123456789abcdefghijkl",
  })
    .argument("<project id>", "id of the project")
    .option("--yes", "remove it without asking")
    .action((projectId: string, options: Options) => remove(context, projectId, options));
  group.addCommand(command);
}

async function remove(context: CommandContext, projectId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const project = await verbs.getProject(projectId);
    const data = await verbs.countProjectData(projectId);
    await confirm(context.deps.io, {
      what: describe(project, data),
      question: "Remove it?",
      yes: options.yes,
    });
    const { cancelledJobs, ...removed } = await withTransientLine(
      context.deps.io.stderr,
      "Waiting until no worker works on its jobs …",
      () => verbs.removeProject(project),
    );
    const cancelled =
      cancelledJobs.length === 0 ? "" : ` ${countOf(cancelledJobs, "active job")} cancelled first.`;
    return {
      document: { removed: projectId, ...removed, cancelledJobs },
      text: `Project ${projectId} is removed.${cancelled} Its branches and pull requests in the repository stay.`,
    };
  });
}

function describe({ id, name, repository, connected }: ProjectRecord, data: ProjectData | null): string {
  const named = `Project ${id} (${name}, ${repository})`;
  if (data === null)
    return toOneLine(
      `${named} is removed with all of its jobs, API keys, webhooks and credentials. This cannot be undone.`,
    );
  const active = data.activeJobs === 0 ? "" : ` (${data.activeJobs} active, to be cancelled)`;
  const parts = [
    `${countOf(data.jobs, "job")}${active} with all events and diffs`,
    countOf(data.apiKeys, "API key"),
    countOf(data.webhooks, "webhook"),
    ...(connected ? ["its credentials"] : []),
  ];
  return toOneLine(`${named} is removed with ${parts.join(", ")}. This cannot be undone.`);
}
