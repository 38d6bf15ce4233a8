/**
 * A model of Google below the API's base, each segment encoded: `models/<name>`, or a tuned model's own path.
 */
export function googlePath(name: string): string {
  const path = name.includes("/") ? name : `models/${name}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
