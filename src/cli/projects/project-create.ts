import type { Command } from "commander";
import type { ProjectRecord } from "../../projects/project-record.ts";
import { hostNames } from "../../schemas/hosts.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatProject } from "../output/format-project.ts";
import { toOneLine } from "../output/format-table.ts";
import { withTransientLine } from "../output/with-transient-line.ts";
import {
  addCredentialOptions,
  type CredentialOptions,
  describeConnection,
  readGivenCredentials,
} from "./credential-options.ts";
import { resolveRepository } from "./resolve-repository.ts";

interface Options extends RemoteOptions, CredentialOptions {
  name: string;
  repository: string;
  ref?: string;
  host?: string;
  apiUrl?: string;
  model?: string;
  anyway?: boolean;
}

export function addProjectCreate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("create", {
    summary: "create a project for a repository",
    example: 'copydesk project create --name "Product docs" --repository ../docs',
  })
    .requiredOption("--name <name>", "name for people")
    .requiredOption("--repository <path or URL>", "git repository with the documentation")
    .option("--ref <branch>", "base branch (default: the repository's own)")
    .option("--host <host>", `code host: ${hostNames.join(", ")} (default: by the repository)`)
    .option("--api-url <url>", "base URL of the host's API, if the repository's URL does not give it")
    .option("--model <provider/name>", "model of its jobs (default: COPYDESK_MODEL)");
  addCredentialOptions(command)
    .option("--anyway", "create it even when the repository cannot be read or permissions are missing")
    .action((options: Options) => create(context, options));
  group.addCommand(command);
}

async function create(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs, { isRemote }) => {
    const { name, ref, host, apiUrl: hostUrl, model, anyway } = options;
    const repository = isRemote
      ? options.repository
      : await resolveRepository(context.deps.io, options.repository, { yes: anyway, flag: "--anyway" });
    const credentials = await readGivenCredentials(context, options);
    const input = { name, repository, ref, host, hostUrl, model, anyway, credentials };
    const { project, connection } = await withTransientLine(
      context.deps.io.stderr,
      `Reading ${toOneLine(repository)} …`,
      () => verbs.createProject(input),
    );
    const { login, missing = [] } = connection ?? {};
    const connected = login === undefined ? "" : `\n\n${describeConnection({ login, missing })}`;
    return {
      document: { projectId: project.id, ...project, ...(login !== undefined && { login, missing }) },
      text: `${formatProject(project)}${connected}\n\nNext: ${nextStep(project)}`,
    };
  });
}

function nextStep({ id, host, connected }: ProjectRecord): string {
  const needsNoToken = connected || host === "local" || host === "git";
  return needsNoToken
    ? `copydesk key create --project ${id}`
    : `copydesk project connect ${id} --token-file <file>`;
}
