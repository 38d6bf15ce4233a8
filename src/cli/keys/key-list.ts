import type { Command } from "commander";
import type { ApiKeyRecord } from "../../api-keys/api-key-record.ts";
import { type ListedApiKey, listApiKeys } from "../../api-keys/list-api-keys.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "../command.ts";
import { describeAllowedIps } from "../output/describe-allowed-ips.ts";
import { describeMonth } from "../output/describe-cap.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends CommonOptions {
  project: string;
}

export function addKeyList(group: Command, context: CommandContext): void {
  const command = defineCommand("list", {
    summary: "list the API keys of a project, without their secrets",
    example: "copydesk key list --project prj_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project that the keys belong to")
    .action((options: Options) => list(context, options));
  group.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withStore(context, options, async (store) => {
    const keys = await listApiKeys(store, options.project);
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

function describeState({ revokedAt, expiresAt }: ApiKeyRecord): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "does not expire";
  return `${Date.parse(expiresAt) <= Date.now() ? "expired" : "expires"} ${expiresAt.slice(0, 10)}`;
}
