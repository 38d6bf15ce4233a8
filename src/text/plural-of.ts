/** Returns the regular English plural of a term's last word; null if it has none. */
export function pluralOf(term: string): string | null {
  const last = term.at(-1) ?? "";
  if (!/[a-z]/i.test(last)) return null;
  const isUpper = term.length > 1 && term === term.toUpperCase();
  const ending = (text: string) => (isUpper && text.length > 1 ? text.toUpperCase() : text);
  if (/[^aeiou]y$/i.test(term)) return `${term.slice(0, -1)}${ending("ies")}`;
  return term + (/(?:s|x|z|ch|sh)$/i.test(term) ? ending("es") : "s");
}
