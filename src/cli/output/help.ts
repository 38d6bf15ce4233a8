import type { Command } from "commander";
import { AppError } from "../../errors.ts";

/**
 * Adds `copydesk help`, `copydesk help project`, `copydesk help project set`, which show what `--help` shows
 * there.
 */
export function addHelp(program: Command): void {
  program
    .command("help")
    .description("show the help of a command")
    .argument("[command...]", "words of the command, such as: project set")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", "\nExample:\n  copydesk help\n  copydesk help project set")
    .action((words: string[]) => {
      findCommand(program, words).outputHelp();
    });
}

function findCommand(program: Command, words: readonly string[]): Command {
  let found = program;
  for (const word of words) {
    const next = found.commands.find((command) => command.name() === word);
    if (next === undefined) {
      const names = found.commands.map((command) => command.name()).join(", ");
      const place = found === program ? "" : ` of ${found.name()}`;
      const known = names === "" ? "It has none of its own." : `There are: ${names}.`;
      throw new AppError("usage", `There is no command ${word}${place}. ${known}`);
    }
    found = next;
  }
  return found;
}
