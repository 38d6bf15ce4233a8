import type { BitbucketState } from "./bitbucket-state.ts";
import type { FakeAnswer } from "./fake-server.ts";

export interface BitbucketCall {
  state: BitbucketState;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Of the request, without its query. */
  path: string;
  body: unknown;
}

/** An error as the host writes it; `fields` by the field's name. */
export function fail(
  status: number,
  message: string,
  more: { fields?: Record<string, string[]>; detail?: unknown } = {},
): FakeAnswer {
  return { status, body: { type: "error", error: { message, ...more } } };
}

/** A field that the host does not take: `source: branch not found: a`. */
export function refuseField(field: string, why: string): FakeAnswer {
  return fail(400, `${field}: ${why}`, { fields: { [field]: [why] } });
}

/** What the host answers for a pull request or comment that is not there. */
export const notFound: FakeAnswer = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not Found",
};

/** One page of a list, with the address of the next. */
export function page(call: BitbucketCall, values: readonly unknown[], sizeMax = 100): FakeAnswer {
  const { state, query, path } = call;
  const size = Number(query.get("pagelen") ?? 10);
  if (!(size >= 1 && size <= sizeMax)) return fail(400, "Invalid pagelen");
  const at = Number(query.get("page") ?? 1);
  const isLast = at * size >= values.length;
  const next = new URLSearchParams(query);
  next.set("page", String(at + 1));
  const body = {
    pagelen: size,
    size: values.length,
    page: at,
    values: values.slice((at - 1) * size, at * size),
    ...(isLast ? {} : { next: `${state.url}${path}?${next}` }),
  };
  return { status: 200, body };
}

/**
 * The conditions of `q`, e.g. `name="a" AND state="OPEN"`; null for what is not such a query or asks for
 * other fields.
 */
export function readQuery(text: string, fields: readonly string[]): Map<string, string> | null {
  const conditions = new Map<string, string>();
  const condition = /\s*([\w.]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(AND\b|$)/y;
  while (condition.lastIndex < text.length) {
    const [, field, value] = condition.exec(text) ?? [];
    if (field === undefined || !fields.includes(field)) return null;
    conditions.set(field, value!.replace(/\\(.)/g, "$1"));
  }
  return conditions;
}
