import { styleText } from "node:util";
import { Command, Help, type Option } from "commander";
import type { CommandContext } from "./command.ts";
import { type CommandGroup, commandGroups, commands } from "./commands.ts";
import type { CliDeps } from "./deps.ts";
import { addHelp } from "./output/help.ts";

const helpWidthMax = 100;
const everywhere = new Set(["--data", "--json", "--help"]);

/**
 * Builds the program with the commands that `argv` may mean: the one that its words name, else all of a
 * group, else those that the program's own help shows; without `argv`, all. Parsing throws a
 * `CommanderError` for help, version and wrong usage; `finish` gets the exit code.
 */
export async function buildProgram(
  deps: CliDeps,
  finish: (exitCode: number) => void,
  argv: readonly string[] | null = null,
): Promise<Command> {
  const context = { deps, finish };
  const program = newGroup(
    "copydesk",
    "Background documentation jobs: one prompt in, one checked pull request out.",
  )
    .version(deps.version, "-V, --version", "show the version")
    .addHelpText(
      "after",
      "\nExample:\n  copydesk demo\n  copydesk serve --port 4100\n  copydesk project create --help",
    );
  const [word = "", verb = ""] = argv?.[0] === "help" ? argv.slice(1) : (argv ?? []);
  for (const load of pick(commands, Object.hasOwn(commandGroups, word) ? [] : [word]))
    (await load())(program, context);
  for (const [name, group] of pickGroups(word))
    program.addCommand(
      argv === null || name === word
        ? await buildGroup(name, group, verb, context)
        : newGroup(name, group.summary),
    );
  addHelp(program);
  settle(program, deps);
  return program;
}

async function buildGroup(
  name: string,
  { summary, example, commands }: CommandGroup,
  verb: string,
  context: CommandContext,
): Promise<Command> {
  const group = newGroup(name, summary).addHelpText("after", `\nExample:\n  ${example}`);
  for (const load of pick(commands, [verb])) (await load())(group, context);
  return group;
}

/** Returns the named entries, or all if no entry has such a name. */
function pick<T>(all: Record<string, T>, names: readonly string[]): T[] {
  const named = names.filter((name) => Object.hasOwn(all, name));
  if (names.length === 0) return [];
  return named.length === 0 ? Object.values(all) : named.map((name) => all[name]!);
}

function pickGroups(word: string): [string, CommandGroup][] {
  if (Object.hasOwn(commands, word)) return [];
  const groups = Object.entries(commandGroups);
  return Object.hasOwn(commandGroups, word) ? groups.filter(([name]) => name === word) : groups;
}

function newGroup(name: string, summary: string): Command {
  return new Command(name).description(summary).helpOption("-h, --help", "show this help").helpCommand(false);
}

/** Keeps Commander from ending the process or writing past `io`; errors are reported in one place. */
function settle(command: Command, { io }: CliDeps): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => undefined,
      getOutHasColors: () => io.stdout.color,
      getErrHasColors: () => io.stderr.color,
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? helpWidthMax, helpWidthMax),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? helpWidthMax, helpWidthMax),
    })
    .configureHelp({
      visibleOptions: sortOptions,
      optionDescription: describeOption,
      // Commander removes the colours where they are not wanted.
      styleTitle: (text) => styleText("bold", text, { validateStream: false }),
    });
  for (const child of command.commands) settle(child, { io } as CliDeps);
}

/** Puts required options first and the options of every command last. */
function sortOptions(command: Command): Option[] {
  const rank = ({ mandatory, long }: Option) => (mandatory ? 0 : everywhere.has(long ?? "") ? 2 : 1);
  return new Help().visibleOptions(command).toSorted((a, b) => rank(a) - rank(b));
}

function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}
