import type { Command } from "commander";
import type { AuthorRecord } from "../../jobs/author.ts";
import {
  type CommandContext,
  defineRemoteCommand,
  parseWholeNumber,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import { describeAuthor } from "../output/describe-author.ts";
import { describeEvent } from "../output/describe-event.ts";

interface Options extends RemoteOptions {
  project: string;
  after?: number;
  limit?: number;
}

const limitDefault = 1_000;

export function addJobEvents(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("events", {
    summary: "show everything that happened to a job, oldest first",
    example: "copydesk job events --project prj_0123456789abcdefghijkl job_0123456789abcdefghijkl",
  })
    .requiredOption("--project <id>", "project of the job")
    .option("--after <number>", "only events after this one", parseWholeNumber(0, 2_147_483_647))
    .option("--limit <number>", `how many at most (default: ${limitDefault})`, parseWholeNumber(1, 1_000))
    .argument("<job id>", "id of the job")
    .action((jobId: string, options: Options) => events(context, jobId, options));
  group.addCommand(command);
}

async function events(context: CommandContext, jobId: string, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const { project, after, limit = limitDefault } = options;
    const list = await verbs.listJobEvents({ projectId: project, jobId }, { after, limit });
    const lines = list.map((event) => `${event.at}  ${describeEvent(event)}${sayAuthor(event.author)}`);
    return { document: { data: list }, text: lines.join("\n") };
  });
}

/** Names the author of an event; the service's own events, which are most, are not marked. */
function sayAuthor(author: AuthorRecord | null): string {
  return author === null || author.kind === "service" ? "" : `, by ${describeAuthor(author)}`;
}
