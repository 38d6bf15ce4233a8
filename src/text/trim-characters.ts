/**
 * Removes the given characters from the end of a text. An expression such as `x+$` would take quadratic
 * time.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Removes the given characters from both ends of a text. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start]!)) start++;
  return trimEndCharacters(text.slice(start), characters);
}
