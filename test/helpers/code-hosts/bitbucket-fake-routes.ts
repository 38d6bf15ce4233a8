import type { FakeAnswer } from "./fake-server.ts";

/** One operation of a fake Bitbucket, Cloud or Data Center. */
export interface FakeRoute<Call> {
  method: string;
  /** As the host's documentation writes it; `{name*}` is the rest of the path. */
  template: string;
  pattern: RegExp;
  /** What the credentials need for it. */
  needs: string;
  /** As the host's published description names it; null where it does not have it. */
  operation: string | null;
  handle(call: Call): Promise<FakeAnswer> | FakeAnswer;
}

export function route<Call>(
  line: string,
  needs: string,
  handle: FakeRoute<Call>["handle"],
  operation: string | null = null,
): FakeRoute<Call> {
  const [method, template] = line.split(" ") as [string, string];
  const source = template.replace(/\{(\w+)\*\}/g, "(?<$1>.+)").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { method, template, pattern: new RegExp(`^${source}$`), needs, operation, handle };
}

/** The route of a request with its decoded parameters; null when there is none. */
export function matchRoute<Call>(
  routes: readonly FakeRoute<Call>[],
  method: string,
  path: string,
): { route: FakeRoute<Call>; params: Record<string, string> } | null {
  for (const candidate of routes) {
    const groups = candidate.method === method ? candidate.pattern.exec(path)?.groups : undefined;
    if (groups === undefined && !(candidate.method === method && candidate.pattern.test(path))) continue;
    const params = Object.entries(groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    return { route: candidate, params: Object.fromEntries(params) };
  }
  return null;
}

type Field = "string" | "number" | "boolean" | "array" | "object";

/**
 * What a JSON body may have: a type, and `!` after it when it must be there; or the fields of an object in
 * it.
 */
export interface BodyShape {
  [name: string]: Field | `${Field}!` | BodyShape;
}

/** Paths of fields that are unknown, missing or of a wrong type, each with what is wrong. */
export function findBodyProblems(body: unknown, shape: BodyShape, at = ""): [string, string][] {
  if (body === undefined || typeof body !== "object" || body === null || Array.isArray(body)) {
    return [[at || "body", "is no object"]];
  }
  const fields = body as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((name) => !(name in shape));
  const problems: [string, string][] = unknown.map((name) => [`${at}${name}`, "is not known"]);
  for (const [name, wanted] of Object.entries(shape)) {
    const value = fields[name];
    if (typeof wanted === "object") {
      if (value !== undefined) problems.push(...findBodyProblems(value, wanted, `${at}${name}.`));
      continue;
    }
    if (value === undefined || value === null) {
      if (wanted.endsWith("!")) problems.push([`${at}${name}`, "This field is required."]);
      continue;
    }
    const type = Array.isArray(value) ? "array" : typeof value;
    if (type !== wanted.replace("!", "")) problems.push([`${at}${name}`, `is no ${wanted}`]);
  }
  return problems;
}
