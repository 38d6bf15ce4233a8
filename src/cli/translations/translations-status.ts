import { resolve } from "node:path";
import type { Command } from "commander";
import type { FolderTranslations } from "../../folder-check/find-folder-translations.ts";
import { countOf } from "../../text/count-of.ts";
import { recordPath } from "../../translations/translation-record.ts";
import { type TranslationState, toTranslationState } from "../../translations/translation-state.ts";
import type { CommandContext } from "../command.ts";
import { watchSignals } from "../service/watch-signals.ts";

interface Options {
  language?: string[];
  json?: boolean;
}

export function addTranslationsStatus(parent: Command, context: CommandContext): void {
  parent
    .command("status")
    .description(
      "list the translations whose source has changed, by language; needs no service and no database",
    )
    .argument("[path]", "folder or file of the repository; translations elsewhere are left out", ".")
    .option("--language <name>", "only this language; several with commas or again", collect)
    .option("--json", "print one JSON document")
    .helpOption("-h, --help", "show this help")
    .addHelpText(
      "after",
      "\nExit code: 0 no translation is known to be stale, 1 some are, 2 the command was mistyped.\n\nExample:\n  copydesk translations status docs --language de",
    )
    .action((path: string, options: Options) => status(context, path, options));
}

function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), ...text.split(",").map((part) => part.trim())];
}

async function status(context: CommandContext, path: string, options: Options): Promise<void> {
  const { io, openFolderChecker } = context.deps;
  const checker = await openFolderChecker(null);
  const watch = watchSignals(io);
  try {
    const asked = { scope: resolve(io.cwd, path), languages: options.language ?? null };
    const found = await checker.findTranslations({ ...asked, signal: watch.signal });
    const languages = found.languages.map(toTranslationState);
    io.stdout.write(options.json ? toJson(found, languages) : languages.map(format).join("") || none);
    context.finish(languages.some(({ stale }) => stale.length > 0) ? 1 : 0);
  } finally {
    watch.close();
    checker.close();
  }
}

const none = "There are no translations here.\n";

function toJson(
  { root, sourceLanguage }: FolderTranslations,
  languages: readonly TranslationState[],
): string {
  return `${JSON.stringify({ root, sourceLanguage, languages }, null, 2)}\n`;
}

function format({ language, current, stale, unknown, isRecordBroken }: TranslationState): string {
  const pages = current + stale.length + unknown.length;
  const lines = [`${language}: ${stale.length} of ${countOf(pages, "page")} stale`];
  for (const { path, source, staleBlocks, blocks } of stale)
    lines.push(`  ${path}: ${staleBlocks} of ${countOf(blocks, "block")} (${source})`);
  const reasons = Map.groupBy(unknown, ({ reason }) => reason);
  for (const [reason, found] of reasons) {
    lines.push(`  Not known, because ${reason}:`);
    for (const { path } of found) lines.push(`    ${path}`);
  }
  if (isRecordBroken)
    lines.push(`  ${recordPath(language)} cannot be read; the repository's history is used instead.`);
  return `${lines.join("\n")}\n`;
}
