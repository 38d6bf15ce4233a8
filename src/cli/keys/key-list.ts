import type { Command } from "commander";
import type { ApiKeyRecord } from "../../api-keys/api-key-record.ts";
import type { ListedApiKey } from "../../api-keys/list-api-keys.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeAllowedIps } from "../output/describe-allowed-ips.ts";
import { describeMonth } from "../output/describe-cap.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends RemoteOptions {
  project: string;
}

export function addKeyList(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("list", {
    summary: "list the API keys of a project, without their secrets",
    example: "copydesk key list --project prj_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project that the keys belong to")
    .action((options: Options) => list(context, options));
  group.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const keys = await verbs.listApiKeys(options.project);
    const empty = `The project has no API key. Create one: copydesk key create --project ${options.project}`;
    const headings = ["ID", "NAME", "SCOPES", "FROM", "STATE", "LAST USED", "THIS MONTH"];
    return {
      document: { data: keys },
      text: keys.length === 0 ? empty : formatTable(headings, keys.map(toRow)),
    };
  });
}

function toRow(key: ListedApiKey): string[] {
  const from = describeAllowedIps(key);
  const month = describeMonth(key.monthlyCap, key.thisMonth);
  return [key.id, key.name, key.scopes.join(","), from, describeState(key), key.lastUsedAt ?? "never", month];
}

export function describeState({
  revokedAt,
  expiresAt,
}: Pick<ApiKeyRecord, "revokedAt" | "expiresAt">): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "does not expire";
  return `${Date.parse(expiresAt) <= Date.now() ? "expired" : "expires"} ${expiresAt.slice(0, 10)}`;
}
