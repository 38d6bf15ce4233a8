import type { ReferenceOperation } from "./read-reference.ts";

/**
 * Returns a command that calls the operation with its own examples. `origin` is the address of the instance.
 */
export function curlOf(operation: ReferenceOperation, origin: string): string {
  const { method, requestBody } = operation;
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} '${quote(origin + exampleAddress(operation))}'`,
  ];
  if (needsKey(operation)) lines.push(`-H "Authorization: Bearer $${keyVariable(operation)}"`);
  for (const [name, value] of requiredHeaders(operation)) lines.push(`-H '${quote(`${name}: ${value}`)}'`);
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type !== undefined) {
    lines.push(`-H 'Content-Type: ${type}'`);
    const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
    if (example !== undefined) lines.push(`-d '${quote(JSON.stringify(example))}'`);
  }
  return lines.join(" \\\n  ");
}

/** Returns the path with the examples of its parameters and of the required query parameters. */
export function exampleAddress({ path, parameters = [] }: ReferenceOperation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path" && parameter.example !== undefined)
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query" && parameter.required === true)
      .map(({ name, example }): [string, string] => [name, String(example ?? "")]),
  ).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

export function needsKey({ security = [] }: ReferenceOperation): boolean {
  return security.length > 0 && !security.some((scheme) => Object.keys(scheme).length === 0);
}

/** Operations of a project take its API key; all others take a management key. */
export function keyVariable({ path }: ReferenceOperation): string {
  return path.startsWith("/v2/agent/") ? "COPYDESK_API_KEY" : "COPYDESK_MANAGEMENT_KEY";
}

function requiredHeaders({ parameters = [] }: ReferenceOperation): [string, string][] {
  return parameters
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name, example }) => [name, String(example ?? "")]);
}

function quote(text: string): string {
  return text.replaceAll("'", "'\\''");
}
