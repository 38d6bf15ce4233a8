import type { Command } from "commander";
import type { ListedModel } from "../listed-model.ts";
import { type CommandContext, type CommonOptions, configFor, defineCommand, printResult } from "./command.ts";
import { formatTable } from "./format-table.ts";

export function addModels(program: Command, context: CommandContext): void {
  const command = defineCommand("models", {
    summary: "list the models that jobs can use, and why others cannot be used",
    example: "copydesk models",
  }).action((options: CommonOptions) => list(context, options));
  program.addCommand(command);
}

async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const models = await context.deps.listModels(configFor(context, options));
  const headings = ["MODEL", "USABLE", "USD PER MILLION TOKENS IN / OUT", "NOTE"];
  printResult(context, options, {
    document: { data: models },
    text: formatTable(headings, models.map(toRow)),
  });
}

function toRow({ id, available, reason, isDefault, price }: ListedModel): string[] {
  const notes = [...(isDefault ? ["default"] : []), ...(reason === null ? [] : [reason])];
  const cost = price === null ? "–" : `${price.input} / ${price.output}`;
  return [id, available ? "yes" : "no", cost, notes.join("; ")];
}
