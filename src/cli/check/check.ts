import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isRule, type Rule, ruleIds } from "../../schemas/check-rules.ts";
import type { CommandContext } from "../command.ts";
import type { FolderChecker } from "../deps.ts";
import { watchSignals } from "../service/watch-signals.ts";
import { describeTotals, formatText } from "./format-text.ts";
import { machineFormats } from "./machine-formats.ts";
import { readExcerpts } from "./read-excerpts.ts";
import { watchFolder } from "./watch-folder.ts";

interface Options {
  base?: string;
  fix?: boolean;
  watch?: boolean;
  preexisting?: boolean;
  unjudged?: boolean;
  external?: boolean;
  /** From `--rule` and `--no-rule`, which the parser keeps under one name. */
  rule?: Switched[];
  json?: boolean;
  sarif?: boolean;
  github?: boolean;
  junit?: boolean;
}

const formats = ["json", "sarif", "github", "junit"] as const;

export function addCheck(program: Command, context: CommandContext): void {
  const others = (own: string) => formats.filter((name) => name !== own);
  const command = program
    .command("check")
    .description("check a documentation folder as it is on disk; needs no service and no database")
    .argument("[path]", "folder or file; findings elsewhere in its repository are left out", ".")
    .option("--base <revision>", "count only what the tree adds since it left this branch or commit")
    .option("--fix", "make the repairs that are certain")
    .option("--preexisting", "with --base: also list the problems that existed before")
    .option("--rule <id>", "apply this rule too; several with commas or again", collect(true))
    .option("--no-rule <id>", "leave this rule out; several with commas or again", collect(false))
    .option("--external", "check links to other sites by asking their servers")
    .option("--watch", "check again whenever a file changes, until Ctrl-C")
    .addOption(
      new Option(
        "--unjudged",
        "also list what looks broken where a rule is not judged; it never counts",
      ).conflicts("base"),
    )
    .addOption(new Option("--json", "print one JSON document").conflicts(others("json")))
    .addOption(new Option("--sarif", "print SARIF 2.1.0, for code scanning").conflicts(others("sarif")))
    .addOption(new Option("--github", "print annotations for GitHub Actions").conflicts(others("github")))
    .addOption(
      new Option("--junit", "print a JUnit report, for GitLab and others").conflicts(others("junit")),
    )
    .helpOption("-h, --help", "show this help")
    .addHelpText(
      "after",
      "\nExit code: 0 no problem, 1 problems (with --base: new ones), 2 the command was mistyped.\n\nExample:\n  copydesk check docs\n  copydesk check --base origin/main --github",
    );
  command.action((path: string, options: Options) => check(context, path, options));
}

interface Switched {
  rule: Rule;
  isOn: boolean;
}

function collect(isOn: boolean) {
  return (text: string, before: Switched[] | undefined): Switched[] => {
    const rules = text.split(",").map((part) => part.trim());
    const unknown = rules.find((rule) => !isRule(rule));
    if (unknown !== undefined)
      throw new InvalidArgumentError(`There is no rule ${unknown}. The rules: ${ruleIds.join(", ")}.`);
    return [...(before ?? []), ...rules.filter(isRule).map((rule) => ({ rule, isOn }))];
  };
}

async function check(context: CommandContext, path: string, options: Options): Promise<void> {
  const { io, openFolderChecker, readConfig } = context.deps;
  const checker = await openFolderChecker(options.external ? await readConfig() : null);
  const watch = watchSignals(io);
  try {
    const scope = resolve(io.cwd, path);
    const once = async (): Promise<void> => {
      const problems = await checkOnce(context, checker, { scope, options, signal: watch.signal });
      context.finish(problems > 0 ? 1 : 0);
    };
    await once();
    if (options.watch)
      await watchFolder(scope, once, watch.signal).catch((error) => {
        // The result of the last complete check counts.
        if (!watch.signal.aborted) throw error;
      });
  } finally {
    watch.close();
    checker.close();
  }
}

/** Returns the number of problems found. */
async function checkOnce(
  { deps: { io } }: CommandContext,
  checker: FolderChecker,
  { scope, options, signal }: { scope: string; options: Options; signal: AbortSignal },
): Promise<number> {
  const external: Switched[] = options.external ? [{ rule: "external-link", isOn: true }] : [];
  const switched = [...external, ...(options.rule ?? [])];
  const [on, off] = [true, false].map((isOn) =>
    switched.filter((one) => one.isOn === isOn).map((one) => one.rule),
  );
  const input = { scope, base: options.base ?? null, switches: { on, off }, signal };
  const { check, repaired } = options.fix
    ? await checker.repair(input)
    : { check: await checker.check(input), repaired: [] };
  const format = formats.find((name) => options[name]);
  if (format === undefined) {
    const lists = [
      { title: "Preexisting", findings: options.preexisting ? check.preexisting : [] },
      { title: "Not judged", findings: options.unjudged ? check.unjudged : [] },
    ];
    const shown = [check.problems, check.warnings, ...lists.map(({ findings }) => findings)];
    const excerpts = await readExcerpts(check.root, shown.flat());
    io.stdout.write(formatText(io.stdout, { check, repaired, excerpts, lists }));
  } else {
    io.stdout.write(machineFormats[format](check, { repaired }));
    if (format === "github") io.stdout.write(`${describeTotals(check)}\n`);
  }
  return check.problems.length;
}
