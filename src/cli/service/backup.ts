import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  defineCommand,
  printResult,
} from "../command.ts";
import { describeRows, describeSize } from "../output/describe-size.ts";
import { showBytes } from "../output/show-bytes.ts";

interface Options extends CommonOptions {
  includeKey?: boolean;
  overwrite?: boolean;
  note?: string;
}

export function addBackup(program: Command, context: CommandContext): void {
  const command = defineCommand("backup", {
    summary: "write everything that the store holds into one file, while the service runs",
    example: "copydesk backup /var/backups/copydesk-2026-11-22.tar.gz",
  })
    .argument("[file]", "the file to write")
    .option(
      "--include-key",
      "include the key that secrets are encrypted with: the file then reveals them all",
    )
    .option("--overwrite", "replace the file if it exists")
    .option("--note <tool>", "write nothing; record for doctor that this tool has just made a backup")
    .action((file: string | undefined, options: Options) => backup(context, file, options));
  program.addCommand(command);
}

async function backup(context: CommandContext, name: string | undefined, options: Options): Promise<void> {
  const { deps } = context;
  const backups = await deps.openBackups(await configFor(context, options));
  if (options.note !== undefined) {
    if (name !== undefined) throw new AppError("usage", "Give a file or --note, not both.");
    await backups.note(options.note);
    const text = `Noted: ${options.note} has made a backup.`;
    return printResult(context, options, { document: { noted: options.note }, text });
  }
  if (name === undefined) throw new AppError("usage", "Give the file to write: copydesk backup FILE");
  const file = resolve(deps.io.cwd, name);
  if (!options.overwrite && (await stat(file).catch(() => null)) !== null)
    throw new AppError("usage", `${file} already exists. Choose another name, or give --overwrite.`);
  const progress = showBytes(deps.io.stderr, "copying");
  const result = await backups
    .backup({ file, includeKeys: options.includeKey === true, onProgress: progress.show })
    .finally(progress.close);
  const lines = [
    `${file}: ${describeSize(result.bytes)}, the store as it was at ${result.takenAt}.`,
    describeRows(result.tables),
    options.includeKey
      ? "It contains the key of the secrets: keep it as safe as them."
      : "The key of the secrets is not in it: keep secret.key (or COPYDESK_SECRET_KEY) elsewhere.",
  ];
  printResult(context, options, { document: result, text: lines.join("\n") });
}
