const start = "It was started by a ";

/** Returns the sentence of a trigger's prompt that says where an event happened, as a template. */
export function writeOriginSentence(kind: string, fields: readonly string[]): string {
  return `${start}${kind}: ${fields.map((name) => `${name} {{${name}}}`).join(", ")}.`;
}

const fact = String.raw`[a-z]+ "(?:[^"\\\n]|\\.)*"`;
const written = new RegExp(`^${start}[a-z]+: ${fact}(?:, ${fact})*\\.$`, "gm");

/** Removes these sentences, once rendered, from a prompt: they are facts, not instructions. */
export function withoutOriginSentences(prompt: string): string {
  return prompt.replace(written, "");
}
