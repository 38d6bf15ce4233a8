const separator =
  /(?:[ \t]*[\r\n]+[ \t]*(?:[-*•][ \t]+|\d+[.)][ \t]+)?|;[ \t]*|[.!?][ \t]+|,?[ \t]+and[ \t]+then[ \t]+|,[ \t]*then[ \t]+)/i;

/** The sentences of a prompt whose quoted parts stand aside; marks of a list before them are taken away. */
export function splitInstructions(text: string): string[] {
  return text
    .replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+)/, "")
    .split(separator)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}\uE000]/u.test(sentence));
}
