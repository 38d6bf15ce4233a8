import { posix } from "node:path";
import { isSettings, type Settings, settingAt, textAt } from "../shared/read-settings.ts";
import type { HugoModel } from "./model.ts";

/** How Goldmark is set. A theme's own settings of it do not count: Hugo does not merge them. */
export function readMarkup(
  root: string,
  settings: Settings,
  files: ReadonlySet<string>,
): Pick<
  HugoModel,
  "headingIds" | "readsAttributes" | "typesetDashes" | "dropsHtml" | "readsBlockIds" | "termsHaveIds"
> {
  const parser = settingAt(settings, "markup", "goldmark", "parser");
  return {
    headingIds: headingIdsOf(parser),
    readsAttributes: settingAt(parser, "attribute", "title") !== false,
    typesetDashes: typesetDashes(settings),
    dropsHtml: dropsHtml(settings) && !hasOtherEnvironments(root, files),
    readsBlockIds: settingAt(parser, "attribute", "block") === true,
    termsHaveIds: settingAt(parser, "autodefinitiontermid") === true,
  };
}

function headingIdsOf(parser: unknown): HugoModel["headingIds"] {
  if (settingAt(parser, "autoheadingid") === false) return "none";
  const type = textAt(parser, "autoheadingidtype");
  return type === "github-ascii" || type === "blackfriday" ? type : "github";
}

/** One for which the setting says the same sign stays as it is. */
function typesetDashes(settings: Settings): string[] {
  const typographer = settingAt(settings, "markup", "goldmark", "extensions", "typographer");
  if (typographer === false || settingAt(typographer, "disable") === true) return [];
  return [["---", "emdash"] as const, ["--", "endash"] as const].flatMap(([dash, name]) =>
    textAt(typographer, name) === dash ? [] : [dash],
  );
}

function dropsHtml(settings: Settings): boolean {
  const handler = textAt(settings, "markup", "defaultmarkdownhandler") ?? "goldmark";
  const languages = isSettings(settings.languages) ? Object.values(settings.languages) : [];
  const isUnsafe = [settings, ...languages].some(
    (one) => settingAt(one, "markup", "goldmark", "renderer", "unsafe") === true,
  );
  return handler === "goldmark" && !isUnsafe;
}

/** Whether a build may take further settings from a folder beside `config/_default`. */
function hasOtherEnvironments(root: string, files: ReadonlySet<string>): boolean {
  const folder = posix.join(root, "config/");
  return [...files].some(
    (path) => path.startsWith(folder) && /\/(?:hugo|config|markup)\.\w+$/.test(path) && !isDefault(path),
  );
}

function isDefault(path: string): boolean {
  return /(?:^|\/)config\/_default\//.test(path);
}
