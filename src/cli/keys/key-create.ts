import { type Command, InvalidArgumentError } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeAllowedIps } from "../output/describe-allowed-ips.ts";
import { describeCap } from "../output/describe-cap.ts";
import { formatFields } from "../output/format-table.ts";
import { toNumber } from "../projects/setting.ts";

interface Options extends RemoteOptions {
  project: string;
  name?: string;
  scopes?: string[];
  expires?: { inDays: number | null };
  allowIps?: string[];
  monthlyTokens?: number;
  monthlyCostUsd?: number;
}

export function addKeyCreate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("create", {
    summary: "create an API key of a project; it is shown only once",
    example: "copydesk key create --project prj_0123456789abcdefghijkl --scopes read,write --expires 90d",
  })
    .requiredOption("--project <id>", "project that the key belongs to")
    .option("--name <name>", "what it is for")
    .option("--scopes <list>", "read, write or both (default: read,write)", parseScopes)
    .option("--expires <days>", "7d, 30d, 60d, 90d or none (default: 90d)", parseExpiry)
    .option(
      "--allow-ips <list>",
      "addresses and CIDR ranges that it may be used from (default: all)",
      (text) => text.split(",").map((entry) => entry.trim()),
    )
    .option(
      "--monthly-tokens <n>",
      "tokens that its jobs may use in a calendar month (default: any)",
      toNumber,
    )
    .option("--monthly-cost-usd <amount>", "the same in US dollars", toNumber)
    .action((options: Options) => create(context, options));
  group.addCommand(command);
}

async function create(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const { project, name, scopes, expires, allowIps, monthlyTokens, monthlyCostUsd } = options;
    const { key, record } = await verbs.createApiKey(project, {
      name,
      scopes,
      expiresInDays: expires?.inDays,
      allowedIps: allowIps,
      monthlyCap: {
        ...(monthlyTokens !== undefined && { maxTokens: monthlyTokens }),
        ...(monthlyCostUsd !== undefined && { maxCostUsd: monthlyCostUsd }),
      },
    });
    const fields = [
      ["name", record.name],
      ["scopes", record.scopes.join(", ")],
      ["expires", record.expiresAt ?? "never"],
      ["works from", describeAllowedIps(record)],
      ["in a month", describeCap(record.monthlyCap)],
    ] as const;
    return {
      document: { key, ...record },
      text: `${key}\n\n${formatFields(fields)}\n\nKeep it now: it is not shown again.`,
    };
  });
}

function parseScopes(text: string): string[] {
  const scopes = text.split(",").map((scope) => scope.trim());
  if (scopes.every((scope) => scope === "read" || scope === "write")) return scopes;
  throw new InvalidArgumentError("It must be read, write or read,write.");
}

// An object, because the option parser takes a bare null for "no value".
export function parseExpiry(text: string): { inDays: number | null } {
  if (text === "none") return { inDays: null };
  const [, days] = /^(7|30|60|90)d$/.exec(text) ?? [];
  if (days !== undefined) return { inDays: Number(days) };
  throw new InvalidArgumentError("It must be 7d, 30d, 60d, 90d or none.");
}
