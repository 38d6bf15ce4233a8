import type { Command } from "commander";
import type { AuditEntry } from "../../audit/audit-entry.ts";
import {
  type CommandContext,
  defineRemoteCommand,
  parseWholeNumber,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import { describeAuthor } from "../output/describe-author.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends RemoteOptions {
  project?: string;
  action?: string;
  author?: string;
  from?: string;
  to?: string;
  limit?: number;
  cursor?: string;
  jsonLines?: boolean;
}

export function addAudit(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("audit", {
    summary: "list who changed what, newest first",
    example: "copydesk audit --action api_key --from 2026-11-01",
  })
    .option("--project <id>", "only entries of this project")
    .option("--action <actions>", "only these, such as api_key.created or api_key, separated by commas")
    .option("--author <name>", "only changes by this author (name, id or kind)")
    .option("--from <time>", "not before this time, such as 2026-11-01 or 2026-11-01T09:00:00Z")
    .option("--to <time>", "before this time")
    .option("--limit <number>", "how many at most (default: 50)", parseWholeNumber(1, 200))
    .option("--cursor <cursor>", "continue after an earlier list")
    .option("--json-lines", "print all of them, oldest first, one JSON document on each line")
    .action((options: Options) => list(context, options));
  program.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const { project: projectId, action, author, limit, cursor } = options;
  const filter = { projectId, action, author, from: toTime(options.from), to: toTime(options.to) };
  await withVerbs(context, options, async (verbs) => {
    if (options.jsonLines === true) {
      const { stdout } = context.deps.io;
      for await (const entry of verbs.eachAudit(filter)) stdout.write(`${JSON.stringify(entry)}\n`);
      return { document: null, text: "" };
    }
    const page = await verbs.listAudit({ ...filter, limit, cursor });
    const headings = ["NUMBER", "TIME", "BY", "FROM", "ACTION", "SUBJECT"];
    const more = page.nextCursor === null ? "" : `\n\nMore: --cursor ${page.nextCursor}`;
    return {
      document: page,
      text:
        page.data.length === 0
          ? "There is no such entry."
          : `${formatTable(headings, page.data.map(toRow))}${more}`,
    };
  });
}

function toRow({ id, at, author, from, action, subject }: AuditEntry): string[] {
  const named = subject.name === null ? subject.id : `${subject.name} (${subject.id})`;
  return [String(id), at, describeAuthor(author), from ?? "this machine", action, `${subject.kind} ${named}`];
}

/** A date alone means midnight UTC at its start. */
function toTime(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
