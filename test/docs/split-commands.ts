/**
 * Commands that are run together: a line with a value that the reader has to put in comes after everything
 * before it.
 */
export function splitCommands(text: string): string[] {
  const parts: string[] = [];
  for (const command of text.split(/(?<!\\)\n/)) {
    if (command.trim() === "") continue;
    if (command.includes("…") || parts.length === 0) parts.push(command);
    else parts[parts.length - 1] += `\n${command}`;
  }
  return parts;
}
