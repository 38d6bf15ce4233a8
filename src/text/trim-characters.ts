/**
 * A text without the given characters at its end. An expression such as `x+$` takes quadratic time instead.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** A text without the given characters at both ends. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start]!)) start++;
  return trimEndCharacters(text.slice(start), characters);
}
