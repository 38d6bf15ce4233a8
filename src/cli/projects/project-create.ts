import type { Command } from "commander";
import { createProject } from "../../projects/create-project.ts";
import { hostNames } from "../../projects/host-names.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { formatProject } from "../output/format-project.ts";
import { toOneLine } from "../output/format-table.ts";
import { withTransientLine } from "../output/with-transient-line.ts";
import { resolveRepository } from "./resolve-repository.ts";

interface Options extends CommonOptions {
  name: string;
  repository: string;
  ref?: string;
  host?: string;
  apiUrl?: string;
  model?: string;
  anyway?: boolean;
}

export function addProjectCreate(group: Command, context: CommandContext): void {
  const command = defineCommand("create", {
    summary: "create a project for a repository",
    example: 'copydesk project create --name "Product docs" --repository ../docs',
  })
    .requiredOption("--name <name>", "name for people")
    .requiredOption("--repository <path or URL>", "git repository with the documentation")
    .option("--ref <branch>", "base branch (default: the repository's own)")
    .option("--host <host>", `code host: ${hostNames.join(", ")} (default: by the repository)`)
    .option("--api-url <url>", "base of the host's API, when the repository's URL does not give it")
    .option("--model <provider/name>", "model of its jobs (default: COPYDESK_MODEL)")
    .option("--anyway", "create it even when the repository cannot be read now")
    .action((options: Options) => create(context, options));
  group.addCommand(command);
}

async function create(context: CommandContext, options: Options): Promise<void> {
  await withStore(context, options, async (store) => {
    const { name, ref, host, apiUrl: hostUrl, model, anyway } = options;
    const repository = await resolveRepository(context.deps.io, options.repository, {
      yes: anyway,
      flag: "--anyway",
    });
    const input = { name, repository, ref, host, hostUrl, model, anyway };
    const project = await withTransientLine(
      context.deps.io.stderr,
      `Reading ${toOneLine(repository)} …`,
      () => createProject(store, input),
    );
    return {
      document: { projectId: project.id, ...project },
      text: `${formatProject(project)}\n\nNext: ${nextStep(project)}`,
    };
  });
}

function nextStep({ id, host }: ProjectRecord): string {
  const hasNoApi = host === "local" || host === "git";
  return hasNoApi
    ? `copydesk key create --project ${id}`
    : `copydesk project connect ${id} --token-file <file>`;
}
