import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import {
  type CommandContext,
  type CommandResult,
  configFor,
  defineRemoteCommand,
  printResult,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends RemoteOptions {
  project?: string;
}

export function addModels(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("models", {
    summary: "list the models that jobs may use, and why others cannot be used",
    example: "copydesk models",
  })
    .option("--project <project id>", "only those that the project allows")
    .action((options: Options) => list(context, options));
  program.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const { project: projectId, url } = options;
  if (projectId === undefined) {
    if (url !== undefined)
      throw new AppError("usage", "With --url, give --project: models are listed per project.");
    return printResult(
      context,
      options,
      toResult(await context.deps.listModels(await configFor(context, options))),
    );
  }
  await withVerbs(context, options, async (verbs) =>
    toResult(await verbs.listModels(await verbs.getProject(projectId))),
  );
}

function toResult(models: ListedModel[]): CommandResult {
  const headings = ["MODEL", "USABLE", "USD PER MILLION TOKENS IN / OUT", "NOTE"];
  return { document: { data: models }, text: formatTable(headings, models.map(toRow)) };
}

function toRow({ id, available, reason, isDefault, price }: ListedModel): string[] {
  const notes = [...(isDefault ? ["default"] : []), ...(reason === null ? [] : [reason])];
  const cost = price === null ? "–" : `${price.input} / ${price.output}`;
  return [id, available ? "yes" : "no", cost, notes.join("; ")];
}
