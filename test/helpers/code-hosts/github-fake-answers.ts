import type { FakeAnswer } from "./fake-server.ts";

export interface FieldError {
  resource: string;
  field?: string;
  code: string;
  message?: string;
}

const documentation = "https://docs.github.com/rest";

/** A refusal as GitHub words it. */
export function refuse(status: number, message: string, headers?: Record<string, string>): FakeAnswer {
  return { status, body: { message, documentation_url: documentation, status: String(status) }, headers };
}

export function invalid(...errors: FieldError[]): FakeAnswer {
  const body = { message: "Validation Failed", errors, documentation_url: documentation, status: "422" };
  return { status: 422, body };
}

export const notFound = refuse(404, "Not Found");
export const badCredentials = refuse(401, "Bad credentials");
export const badJwt = refuse(401, "A JSON web token could not be decoded");

/**
 * A page of a list, as GitHub cuts it: 30 items unless asked for more, 100 at most, with addresses of the
 * other pages.
 */
export function toPage<T>(
  address: string,
  items: readonly T[],
): { items: T[]; headers: Record<string, string> } {
  const url = new URL(address);
  const size = Math.min(Number(url.searchParams.get("per_page") ?? 30), 100);
  const page = Number(url.searchParams.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (number: number, rel: string) => {
    url.searchParams.set("page", String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ...(page > 1 ? [link(1, "first")] : []),
  ];
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}
