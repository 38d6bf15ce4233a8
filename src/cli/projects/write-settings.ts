import type { Command } from "commander";
import type { ActiveContentSettings, ProjectSettings, RuleSettings } from "../../store/project-settings.ts";
import { mergeInto, toList } from "./host-settings.ts";
import { orNone, type Setting } from "./setting.ts";

export interface WriteSettingOptions {
  paths?: Setting<string[]>;
  protectedPaths?: Setting<string[]>;
  components?: Setting<string[]>;
  hosts?: Setting<string[]>;
  rulesOn?: Setting<string[]>;
  rulesOff?: Setting<string[]>;
  rulesStrict?: Setting<string[]>;
}

export function addWriteSettings(command: Command): Command {
  return command
    .option(
      "--paths <a,b>",
      "globs of files that its jobs may write besides documentation",
      orNone(splitGlobs),
    )
    .option("--protected-paths <a,b>", "globs of files that its jobs may not write", orNone(splitGlobs))
    .option(
      "--components <a,b>",
      "elements, components and modules that pages may begin to use",
      orNone(toList),
    )
    .option("--hosts <a,b>", "hosts that pages may begin to load pictures and frames from", orNone(toList))
    .option("--rules-on <a,b>", "rules of the checks that are off by default", orNone(toList))
    .option("--rules-off <a,b>", "rules of the checks that do not apply to it", orNone(toList))
    .option("--rules-strict <a,b>", "warnings of the checks that hold its jobs back", orNone(toList));
}

export function readWriteSettings(options: WriteSettingOptions, stored: ProjectSettings) {
  const { paths, protectedPaths, components, hosts } = options;
  const activeContent = mergeInto<ActiveContentSettings>(stored.activeContent, { components, hosts });
  const { rulesOn: on, rulesOff: off, rulesStrict: strict } = options;
  const rules = mergeInto<RuleSettings>(stored.rules, { on, off, strict });
  return { paths, protectedPaths, activeContent, rules };
}

/** Splits at commas outside braces: `a,{b,c}/**` is two globs. */
function splitGlobs(text: string): string[] {
  const globs: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth = Math.max(0, depth - 1);
    else if (at === text.length || (text[at] === "," && depth === 0)) {
      globs.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return globs.filter((glob) => glob !== "");
}
