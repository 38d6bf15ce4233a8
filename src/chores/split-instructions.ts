const separator = /(?: ?[\r\n]+ ?(?:[-*•] |\d{1,9}[.)] )?|; ?|[.!?] |,? and then |, ?then )/i;

/** Splits a prompt without its quoted parts into sentences and removes list marks before them. */
export function splitInstructions(text: string): string[] {
  return text
    .replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+)/, "")
    .replace(/[ \t]+/g, " ")
    .split(separator)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}\uE000]/u.test(sentence));
}
