const words = "Bring the translations up to date";

/** The prompt of a job that does nothing else; null for all languages. */
export function writeTranslationRequest(languages: readonly string[] | null): string {
  return languages === null ? `${words}.` : `${words}: ${languages.join(", ")}.`;
}

/** A name of a language as pages' places have it: `de`, `pt-BR`, `zh-Hans`. */
export const languageName = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

/**
 * Which languages a prompt asks for that begins with such a line, null for all; null when it asks for
 * something else. What follows the line are wishes for whoever translates.
 */
export function readTranslationRequest(prompt: string): { languages: string[] | null } | null {
  const line = prompt.split("\n", 1)[0]!.trim();
  if (!line.startsWith(words) || line.length > 1_000) return null;
  const rest = line.slice(words.length).replace(/\.$/, "");
  if (rest === "") return { languages: null };
  const languages = rest.startsWith(":")
    ? rest
        .slice(1)
        .split(",")
        .map((name) => name.trim())
    : [];
  return languages.length > 0 && languages.every((name) => languageName.test(name)) ? { languages } : null;
}
