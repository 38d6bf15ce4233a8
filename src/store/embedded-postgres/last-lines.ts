/** Returns the end of a program's output, on one line. */
export function lastLines(text: string, count = 5): string {
  return text.trim().split("\n").slice(-count).join(" | ") || "it left no message";
}
