import { type Command, InvalidArgumentError } from "commander";
import type { ManagementKeyRecord } from "../../management-keys/management-key-record.ts";
import { type Permission, permissions } from "../../people/permissions.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { describeAllowedIps } from "../output/describe-allowed-ips.ts";
import { formatFields, formatTable } from "../output/format-table.ts";
import { parseExpiry } from "./key-create.ts";
import { describeState } from "./key-list.ts";
import { parseOverlap } from "./key-rotate.ts";

interface CreateOptions extends RemoteOptions {
  name: string;
  permissions: Permission[];
  organisation?: string;
  expires?: { inDays: number | null };
  allowIps?: string[];
}

export function addManagementKeyCreate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("create", {
    summary: "create a key that manages an organisation's projects; it is shown only once",
    example: "copydesk management-key create --name deploy --permissions projects:read,keys:write",
  })
    .requiredOption("--name <name>", "what it is for")
    .requiredOption(
      "--permissions <list>",
      `what it may do: ${permissions.join(", ")}, or all`,
      parsePermissions,
    )
    .option("--organisation <id>", "whose projects (default: the only one, or the oldest)")
    .option("--expires <days>", "7d, 30d, 60d, 90d or none (default: 90d)", parseExpiry)
    .option(
      "--allow-ips <list>",
      "addresses and CIDR ranges that it may be used from (default: all)",
      (text) => text.split(",").map((entry) => entry.trim()),
    )
    .action((options: CreateOptions) =>
      withVerbs(context, options, async (verbs) => {
        const { name, organisation: organisationId, expires, allowIps: allowedIps } = options;
        const wanted = { name, permissions: options.permissions, expiresInDays: expires?.inDays, allowedIps };
        const { key, record } = await verbs.createManagementKey({ ...wanted, organisationId });
        return { document: { key, ...record }, text: formatNew(key, fieldsOf(record)) };
      }),
    );
  group.addCommand(command);
}

export function addManagementKeyList(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("list", {
    summary: "list the management keys, without their secrets",
    example: "copydesk management-key list",
  }).action((options: RemoteOptions) =>
    withVerbs(context, options, async (verbs) => {
      const data = await verbs.listManagementKeys();
      const headings = ["ID", "NAME", "ORGANISATION", "FROM", "STATE", "LAST USED", "MAY"];
      const rows = data.map((key) => [
        ...[key.id, key.name, key.organisationId, describeAllowedIps(key), describeState(key)],
        ...[key.lastUsedAt ?? "never", describePermissions(key)],
      ]);
      const empty = "There is no management key. Create one: copydesk management-key create --help";
      return { document: { data }, text: rows.length === 0 ? empty : formatTable(headings, rows) };
    }),
  );
  group.addCommand(command);
}

export function addManagementKeyRotate(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("rotate", {
    summary: "replace a management key; the old one keeps working for the overlap",
    example: "copydesk management-key rotate 0a1B2c3D --overlap 2d",
  })
    .option(
      "--overlap <time>",
      "how long the old key keeps working: 0 to 7d, as 36h or 2d (default: 24h)",
      parseOverlap,
    )
    .argument("<key id>", "the eight characters after cpm_")
    .action((keyId: string, options: RemoteOptions & { overlap?: number }) =>
      withVerbs(context, options, async (verbs) => {
        const input = { overlapHours: options.overlap };
        const { key, record, replaced } = await verbs.rotateManagementKey(toKeyId(keyId), input);
        const until = [`${replaced.id} works until`, replaced.expiresAt ?? "for ever"] as const;
        return {
          document: { key, ...record, replaced },
          text: formatNew(key, [...fieldsOf(record), until]),
        };
      }),
    );
  group.addCommand(command);
}

export function addManagementKeyRevoke(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("revoke", {
    summary: "revoke a management key; within one second it is refused everywhere",
    example: "copydesk management-key revoke 0a1B2c3D",
  })
    .argument("<key id>", "the eight characters after cpm_")
    .action((keyId: string, options: RemoteOptions) =>
      withVerbs(context, options, async (verbs) => {
        const record = await verbs.revokeManagementKey(toKeyId(keyId));
        return { document: record, text: `Management key ${record.id} (${record.name}) is revoked.` };
      }),
    );
  group.addCommand(command);
}

type Field = readonly [name: string, value: string];

function fieldsOf(record: ManagementKeyRecord): Field[] {
  return [
    ["name", record.name],
    ["organisation", record.organisationId],
    ["may", describePermissions(record)],
    ["expires", record.expiresAt ?? "never"],
    ["works from", describeAllowedIps(record)],
  ];
}

function formatNew(key: string, fields: readonly Field[]): string {
  return `${key}\n\n${formatFields(fields)}\n\nKeep it now: it is not shown again.`;
}

function describePermissions({ permissions: own }: ManagementKeyRecord): string {
  return own.length === permissions.length ? "everything" : own.join(", ");
}

/** Returns the key's id, also if the whole key is given. */
function toKeyId(text: string): string {
  return /^cpm_([0-9A-Za-z]{8})/.exec(text)?.[1] ?? text;
}

function parsePermissions(text: string): Permission[] {
  if (text === "all") return [...permissions];
  const given = text.split(",").map((entry) => entry.trim());
  const known = permissions.filter((permission) => given.includes(permission));
  if (known.length === new Set(given).size) return known;
  throw new InvalidArgumentError(`It must be all, or some of ${permissions.join(", ")}.`);
}
