/** An emoji by its name, as markdown-it-emoji reads it; of those that are numbers there are two. */
const emoji = /:(?:100|1234|(?!\d+:)[a-z0-9_+-]+):/g;

/** Takes the names of emoji out of a heading's text; between colons in code, they are what they say. */
export function withoutEmoji(text: string, source: string): string {
  const inCode = source.split("`").filter((_, at) => at % 2 === 1);
  const kept = new Set(inCode.flatMap((code) => code.match(emoji) ?? []));
  return text.replace(emoji, (name) => (kept.has(name) ? name : ""));
}
