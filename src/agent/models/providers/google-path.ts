/**
 * Returns the path of a Google model below the API's base, with encoded segments: `models/<name>`, or a tuned
 * model's own path.
 */
export function googlePath(name: string): string {
  const path = name.includes("/") ? name : `models/${name}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
