/** A part of an address as text; as it is when it cannot be decoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
