import type { Command } from "commander";
import { getProject } from "../../projects/get-project.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import {
  type CommandContext,
  type CommandResult,
  type CommonOptions,
  configFor,
  defineCommand,
  printResult,
  withStore,
} from "../command.ts";
import { formatTable } from "../output/format-table.ts";

interface Options extends CommonOptions {
  project?: string;
}

export function addModels(program: Command, context: CommandContext): void {
  const command = defineCommand("models", {
    summary: "list the models that jobs may use, and why others cannot be used",
    example: "copydesk models",
  })
    .option("--project <project id>", "only those that the project allows")
    .action((options: Options) => list(context, options));
  program.addCommand(command);
}

async function list(context: CommandContext, options: Options): Promise<void> {
  const { listModels } = context.deps;
  const { project: projectId } = options;
  if (projectId === undefined)
    return printResult(context, options, toResult(await listModels(configFor(context, options))));
  await withStore(context, options, async (store, config) => {
    const { model, settings } = await getProject(store, projectId);
    return toResult(await listModels(config, { model, models: settings.models }));
  });
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
