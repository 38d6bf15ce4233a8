const words = "Bring the translations up to date";

/** Writes the prompt of a job that only updates translations; null for all languages. */
export function writeTranslationRequest(languages: readonly string[] | null): string {
  return languages === null ? `${words}.` : `${words}: ${languages.join(", ")}.`;
}

/** Form of a language's name in the paths of pages: `de`, `pt-BR`, `zh-Hans`. */
export const languageName = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

/**
 * Returns the languages that the prompt's lines request (null for all of them). The result is null if no line
 * is such a request. The rest of the prompt is meant for the translator.
 */
export function readTranslationRequest(prompt: string): { languages: string[] | null } | null {
  if (!prompt.includes(words)) return null;
  const requests = prompt.split("\n").flatMap((line) => readLine(line.trim()) ?? []);
  if (requests.length === 0) return null;
  return { languages: requests.includes(all) ? null : [...new Set(requests)] };
}

const all = "*";

/** Returns the names of languages, or the one for all of them; null if the line is no request. */
function readLine(line: string): string[] | null {
  if (!line.startsWith(words)) return null;
  const rest = line.slice(words.length).replace(/\.$/, "");
  if (rest === "") return [all];
  const names = rest.startsWith(": ")
    ? rest
        .slice(2)
        .split(",")
        .map((name) => name.trim())
    : [];
  return names.length > 0 && names.every((name) => languageName.test(name)) ? names : null;
}
