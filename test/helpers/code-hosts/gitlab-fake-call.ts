import type { FakeAnswer } from "./fake-server.ts";
import type { GitlabProject, GitlabState, GitlabUser } from "./gitlab-state.ts";

/** One request that has passed authentication and the checks of its form. */
export interface GitlabCall {
  state: GitlabState;
  /** Who asks. */
  user: GitlabUser;
  /** Decoded, by their place in the route. */
  segments: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The path's project, when it names one. */
  project: GitlabProject;
  /** Of the request, for the links between pages. */
  path: string;
}

export type GitlabHandler = (call: GitlabCall) => FakeAnswer | Promise<FakeAnswer>;

export interface GitlabRoute {
  method: string;
  /** Below "/api/v4/"; parameters in braces. `{project}` is looked up. */
  pattern: string;
  /** The description's name for it, or one of ours for what is not described. */
  operation: string;
  /** Besides `page` and `per_page` on lists. */
  query?: readonly string[];
  /** Any token may. */
  anyScope?: boolean;
  handle: GitlabHandler;
}

export function refuse(status: number, message: unknown): FakeAnswer {
  return { status, body: { message } };
}

export const notFound = (what = "Not found") => refuse(404, `404 ${what}`);

export const forbidden = () => refuse(403, "403 Forbidden");

/** A page of a list, with links to the others that name the address which the instance gives itself. */
export function pageOf({ state, query, path }: GitlabCall, items: readonly unknown[]): FakeAnswer {
  const page = Math.max(1, Number(query.get("page") ?? 1));
  const size = Math.min(100, Number(query.get("per_page") ?? 20));
  const pages = Math.max(1, Math.ceil(items.length / size));
  const linkTo = (to: number, name: string) => {
    const asked = new URLSearchParams(query);
    asked.set("page", String(to));
    asked.set("per_page", String(size));
    asked.sort();
    return `<${state.externalUrl}${path}?${asked}>; rel="${name}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo(page - 1, "prev")] : []),
    ...(page < pages ? [linkTo(page + 1, "next")] : []),
    linkTo(1, "first"),
    linkTo(pages, "last"),
  ];
  const headers = {
    link: links.join(", "),
    "x-page": String(page),
    "x-per-page": String(size),
    "x-prev-page": page > 1 ? String(page - 1) : "",
    "x-next-page": page < pages ? String(page + 1) : "",
    "x-total": String(items.length),
    "x-total-pages": String(pages),
  };
  return { status: 200, headers, body: items.slice((page - 1) * size, page * size) };
}
