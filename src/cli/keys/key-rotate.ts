import { type Command, InvalidArgumentError } from "commander";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeAllowedIps } from "../output/describe-allowed-ips.ts";
import { describeCap } from "../output/describe-cap.ts";
import { formatFields } from "../output/format-table.ts";
import { toKeyId } from "./key-revoke.ts";

interface Options extends RemoteOptions {
  project: string;
  overlap?: number;
}

export function addKeyRotate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("rotate", {
    summary: "replace an API key; the old one keeps working for the overlap",
    example: "copydesk key rotate --project prj_0123456789abcdefghijkl 0a1B2c3D --overlap 2d",
  })
    .requiredOption("--project <id>", "project that the key belongs to")
    .option(
      "--overlap <time>",
      "how long the old key keeps working: 0 to 7d, as 36h or 2d (default: 24h)",
      parseOverlap,
    )
    .argument("<key id>", "the eight characters after cpd_")
    .action((keyId: string, options: Options) => rotate(context, keyId, options));
  group.addCommand(command);
}

async function rotate(context: CommandContext, keyId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const input = { overlapHours: options.overlap };
    const { key, record, replaced } = await verbs.rotateApiKey(options.project, toKeyId(keyId), input);
    const fields = [
      ["name", record.name],
      ["scopes", record.scopes.join(", ")],
      ["expires", record.expiresAt ?? "never"],
      ["works from", describeAllowedIps(record)],
      ["in a month", describeCap(record.monthlyCap)],
      [`${replaced.id} works until`, replaced.expiresAt ?? "for ever"],
    ] as const;
    return {
      document: { key, ...record, replaced },
      text: `${key}\n\n${formatFields(fields)}\n\nKeep it now: it is not shown again.`,
    };
  });
}

/** Returns hours. */
export function parseOverlap(text: string): number {
  const [, amount, unit] = /^(\d{1,3})(h|d)?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError("It must be a duration such as 0, 36h or 2d.");
  return Number(amount) * (unit === "d" ? 24 : 1);
}
