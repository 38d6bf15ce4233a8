/** What the stored response of a request is sealed for. */
export function responseContext(id: string): string {
  return `response ${id}`;
}
