import type { Command } from "commander";
import { hostNames } from "../../schemas/hosts.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatProject } from "../output/format-project.ts";
import {
  addCredentialOptions,
  type CredentialOptions,
  describeConnection,
  readCredentials,
} from "./credential-options.ts";

interface Options extends RemoteOptions, CredentialOptions {
  host?: string;
  apiUrl?: string;
  anyway?: boolean;
  replace?: boolean;
}

export function addProjectConnect(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("connect", {
    summary: "store the code host and the credentials of a project",
    example: "copydesk project connect prj_0123456789abcdefghijkl --host github --token-file token.txt",
  })
    .argument("<project id>", "id of the project")
    .option("--host <host>", `code host: ${hostNames.join(", ")}`)
    .option("--api-url <url>", "base URL of the host's API, if the repository's URL does not give it");
  addCredentialOptions(command)
    .option("--anyway", "store the credentials also when permissions are missing")
    .option("--replace", "discard what is stored, even if it can no longer be decrypted")
    .action((projectId: string, options: Options) => connect(context, projectId, options));
  group.addCommand(command);
}

async function connect(context: CommandContext, projectId: string, options: Options): Promise<void> {
  const input = {
    host: options.host,
    hostUrl: options.apiUrl === "none" ? null : options.apiUrl,
    anyway: options.anyway,
    replace: options.replace,
    credentials: await readCredentials(context, options),
  };
  await withVerbs(context, options, async (verbs) => {
    const { project, ...connection } = await verbs.connectProject(projectId, input);
    return {
      document: { projectId: project.id, ...project, ...connection },
      text: `${formatProject(project)}\n\n${describeConnection(connection)}`,
    };
  });
}
