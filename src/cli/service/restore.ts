import { resolve } from "node:path";
import type { Command } from "commander";
import type { RestoreResult } from "../../backup/restore-store.ts";
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  defineCommand,
  printResult,
} from "../command.ts";
import { confirm } from "../confirm.ts";
import { describeRows } from "../output/describe-size.ts";
import { showBytes } from "../output/show-bytes.ts";

interface Options extends CommonOptions {
  replace?: boolean;
  yes?: boolean;
  withoutKey?: boolean;
  check?: boolean;
}

export function addRestore(program: Command, context: CommandContext): void {
  const command = defineCommand("restore", {
    summary: "restore the store from a file written by copydesk backup",
    example: "copydesk restore /var/backups/copydesk-2026-11-22.tar.gz",
  })
    .argument("<file>", "the backup")
    .option("--replace", "first remove everything that the store holds")
    .option("--yes", "do not ask for confirmation")
    .option(
      "--without-key",
      "restore even if the key of its secrets is missing: projects then have to be connected again",
    )
    .option("--check", "only read the file and say whether it is complete")
    .action((file: string, options: Options) => restore(context, file, options));
  program.addCommand(command);
}

async function restore(context: CommandContext, name: string, options: Options): Promise<void> {
  const { deps } = context;
  const file = resolve(deps.io.cwd, name);
  const backups = await deps.openBackups(await configFor(context, options));
  if (options.check) {
    const facts = await backups.check(file);
    const text = `${file} is complete: taken at ${facts.takenAt} by Copydesk ${facts.version}.\n${describeRows(facts.tables)}`;
    return printResult(context, options, { document: facts, text });
  }
  if (options.replace)
    await confirm(deps.io, {
      what: "Everything that the store holds now is removed.",
      question: "Replace it with the backup?",
      yes: options.yes,
    });
  const progress = showBytes(deps.io.stderr, "restoring");
  const { replace = false, withoutKey = false } = options;
  const result = await backups
    .restore({ file, replace, withoutKey, onProgress: progress.show })
    .finally(progress.close);
  const lines = [
    `Restored the store as it was at ${result.takenAt}.`,
    describeRows(result.tables),
    ...(result.upgradedBy.length > 0
      ? [`Brought up to this version by ${result.upgradedBy.length} migrations.`]
      : []),
    keyTexts[result.keys],
    "Repositories are fetched again when jobs need them.",
  ];
  printResult(context, options, { document: result, text: lines.join("\n") });
}

const keyTexts: Record<RestoreResult["keys"], string> = {
  known: "The key of its secrets is here.",
  restored: "The key of its secrets is in secret.key now.",
  missing:
    "The key of its secrets is missing: connect the projects again with project connect --replace and create their webhooks again.",
  "not needed": "It has no secrets.",
};
