import type { Command } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addKeyRevoke(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("revoke", {
    summary: "revoke an API key; within one second it is refused everywhere",
    example: "copydesk key revoke --project prj_0123456789abcdefghijkl 0a1B2c3D",
  })
    .requiredOption("--project <id>", "project that the key belongs to")
    .argument("<key id>", "the eight characters after cpd_")
    .action((keyId: string, options: Options) => revoke(context, keyId, options));
  group.addCommand(command);
}

async function revoke(context: CommandContext, keyId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const record = await verbs.revokeApiKey(options.project, toKeyId(keyId));
    return { document: record, text: `API key ${record.id} is revoked.` };
  });
}

/** Accepts the whole key too, as people also paste that. */
export function toKeyId(text: string): string {
  return /^cpd_([0-9A-Za-z]{8})(?:_|$)/.exec(text)?.[1] ?? text;
}
