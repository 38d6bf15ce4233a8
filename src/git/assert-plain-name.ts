/**
 * A job id that becomes a folder name and a part of a ref. Ours, never a person's text: anything else is a
 * mistake in the code.
 */
export function assertPlainName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is not a plain name of letters, digits, _ and -`);
  }
}
