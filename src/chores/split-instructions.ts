const separator = /(?: ?[\r\n]+ ?(?:[-*•] |\d{1,9}[.)] )?|; ?|[.!?] |,? and then |, ?then )/i;

/** The sentences of a prompt whose quoted parts stand aside; marks of a list before them are taken away. */
export function splitInstructions(text: string): string[] {
  return text
    .replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+)/, "")
    .replace(/[ \t]+/g, " ")
    .split(separator)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}\uE000]/u.test(sentence));
}
