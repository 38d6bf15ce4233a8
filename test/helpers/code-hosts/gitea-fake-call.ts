import type { FakeAnswer } from "./fake-server.ts";
import type { GiteaState } from "./gitea-state.ts";

export interface GiteaCall {
  state: GiteaState;
  /** Of the path, decoded, in their order. */
  params: string[];
  query: URLSearchParams;
  /** Checked already. */
  body: unknown;
}

export interface GiteaRoute {
  /** As the description names it. */
  operation: string;
  method: string;
  path: RegExp;
  /** As the description writes the path. */
  template: string;
  isUndescribed: boolean;
  scope: "repository" | "issue" | "user" | "organization";
  handle(call: GiteaCall): Promise<FakeAnswer> | FakeAnswer;
}

/** `{name}` is one segment, `{name*}` the rest of the path. */
export function route(
  operation: string,
  line: string,
  scope: GiteaRoute["scope"],
  handle: GiteaRoute["handle"],
  { isUndescribed = false } = {},
): GiteaRoute {
  const [method, template] = line.split(" ") as [string, string];
  const source = template.replace(/\{[^}]*\*\}/g, "(.+)").replace(/\{[^}]*\}/g, "([^/]+)");
  return {
    operation,
    method,
    path: new RegExp(`^${source}$`),
    template: template.replaceAll("*}", "}"),
    isUndescribed,
    scope,
    handle,
  };
}

export function fail({ url, base }: GiteaState, status: number, message: string): FakeAnswer {
  return { status, body: { message, url: `${url}${base}/api/swagger` } };
}

/** One page of a list, with the headers that say where the others are. */
export function page({ state, query }: GiteaCall, path: string, items: readonly unknown[]): FakeAnswer {
  const size = Math.min(state.pageMax, Number(query.get("limit") ?? 0) || Math.min(30, state.pageMax));
  const at = Math.max(1, Number(query.get("page") ?? 1));
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (to: number, rel: string) => {
    const there = new URLSearchParams(query);
    there.set("page", String(to));
    // The instance's own idea of its address.
    return `<https://intern.example.com/api/v1${path}?${there}>; rel="${rel}"`;
  };
  const links = [
    ...(at < last ? [link(at + 1, "next"), link(last, "last")] : []),
    ...(at > 1 ? [link(1, "first"), link(at - 1, "prev")] : []),
  ];
  return {
    status: 200,
    headers: {
      "x-total-count": String(items.length),
      ...(links.length === 0 ? {} : { link: links.join(",") }),
    },
    body: items.slice((at - 1) * size, at * size),
  };
}
