import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../errors.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "./command.ts";
import { formatTable } from "./output/format-table.ts";

interface Options extends RemoteOptions {
  project: string;
}

interface ConnectOptions extends Options {
  channel: string;
  tokenFile: string;
  signingSecretFile: string;
}

const projectOption = ["--project <id>", "project whose jobs are requested there"] as const;
const exampleProject = "--project prj_0123456789abcdefghijkl";

export function addSlackCommands(group: Command, context: CommandContext): void {
  group.addCommand(
    defineRemoteCommand("connect", {
      summary: "let people request a project's jobs in a Slack channel",
      example: `copydesk slack connect ${exampleProject} --channel C0123456789 --token-file token --signing-secret-file secret`,
    })
      .requiredOption(...projectOption)
      .requiredOption("--channel <id>", "id of the channel")
      .requiredOption("--token-file <file>", "file with the app's bot token (xoxb-…)")
      .requiredOption("--signing-secret-file <file>", "file with the app's signing secret")
      .action((options: ConnectOptions) => connect(context, options)),
  );
  group.addCommand(
    defineRemoteCommand("list", {
      summary: "list a project's Slack channels",
      example: `copydesk slack list ${exampleProject}`,
    })
      .requiredOption(...projectOption)
      .action((options: Options) => list(context, options)),
  );
  group.addCommand(
    defineRemoteCommand("disconnect", {
      summary: "forget a Slack channel and its token; its jobs stay",
      example: `copydesk slack disconnect ${exampleProject} slk_0123456789abcdefghijkl`,
    })
      .requiredOption(...projectOption)
      .argument("<connection id>", "id of the channel's connection")
      .action((connectionId: string, options: Options) => disconnect(context, options, connectionId)),
  );
}

async function connect(context: CommandContext, options: ConnectOptions): Promise<void> {
  const { project, channel: channelId, tokenFile, signingSecretFile } = options;
  const botToken = await readSecret(context, tokenFile);
  const signingSecret = await readSecret(context, signingSecretFile);
  await withVerbs(context, options, async (verbs) => {
    const record = await verbs.connectSlack(project, { botToken, signingSecret, channelId });
    const { id, teamName, requestUrl } = record;
    const text = `The channel ${channelId} of ${teamName} is connected: ${id}\nRequest URL of the Slack app, for events and interactivity: ${requestUrl}`;
    return { document: record, text };
  });
}

async function readSecret({ deps }: CommandContext, file: string): Promise<string> {
  try {
    return (await readFile(resolve(deps.io.cwd, file), "utf8")).trim();
  } catch (cause) {
    throw new AppError("usage", `Cannot read ${file}.`, { cause });
  }
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const data = await verbs.listSlack(options.project);
    const rows = data.map(({ id, teamName, channelId, requestUrl }) => [id, teamName, channelId, requestUrl]);
    const text =
      rows.length === 0
        ? "The project has no Slack channels."
        : formatTable(["ID", "WORKSPACE", "CHANNEL", "REQUEST URL"], rows);
    return { document: { data }, text };
  });
}

async function disconnect(context: CommandContext, options: Options, connectionId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    await verbs.disconnectSlack({ projectId: options.project, connectionId });
    return { document: { disconnected: connectionId }, text: `Slack channel ${connectionId} is forgotten.` };
  });
}
