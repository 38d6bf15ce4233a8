/**
 * Asserts that a job id may be used as a folder name and as part of a ref. Ids are generated, never a
 * person's text, so anything else is a bug.
 */
export function assertPlainName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is not a plain name of letters, digits, _ and -`);
  }
}
