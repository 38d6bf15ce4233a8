const words = "Bring the translations up to date";

/** The prompt of a job that does nothing else; null for all languages. */
export function writeTranslationRequest(languages: readonly string[] | null): string {
  return languages === null ? `${words}.` : `${words}: ${languages.join(", ")}.`;
}

/** A name of a language as pages' places have it: `de`, `pt-BR`, `zh-Hans`. */
export const languageName = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

/**
 * Which languages the lines of a prompt ask for that are such a request, null for all; null when none is.
 * What else the prompt says are wishes for whoever translates.
 */
export function readTranslationRequest(prompt: string): { languages: string[] | null } | null {
  if (!prompt.includes(words)) return null;
  const requests = prompt.split("\n").flatMap((line) => readLine(line.trim()) ?? []);
  if (requests.length === 0) return null;
  return { languages: requests.includes(all) ? null : [...new Set(requests)] };
}

const all = "*";

/** Names of languages, or that for all of them; null for a line that is no request. */
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
