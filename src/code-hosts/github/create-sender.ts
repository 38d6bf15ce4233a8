import type { Octokit } from "@octokit/rest";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { isPathSegment } from "../path-segment.ts";
import { toHostError } from "../to-host-error.ts";
import { causeOf, RedirectError, toGithubError } from "./to-github-error.ts";

export interface GithubRequest<Schema extends z.ZodType> {
  /** As in GitHub's documentation: `GET /repos/{owner}/{repo}/pulls`. `{owner}` and `{repo}` are the project's. */
  route: string;
  /** Of the path, the query or the body; parts of the path are percent-encoded. */
  parameters?: Readonly<Record<string, unknown>>;
  /** For messages: "open the pull request". */
  action: string;
  schema: Schema;
  /** May be sent again after an answer that leaves open whether it was done. Default: all but POST. */
  repeatable?: boolean;
}

export interface GithubAnswer<T> {
  data: T;
  headers: Readonly<Record<string, string | number | undefined>>;
}

/** Sends a request with a token. Throws `code_host_…` errors, and `invalid_request` for a name that would name another path. */
export type SendAs = <Schema extends z.ZodType>(
  token: string,
  request: GithubRequest<Schema>,
) => Promise<GithubAnswer<z.output<Schema>>>;

export interface SenderOptions {
  /** With the first request: most processes never send one, and loading takes a tenth of a second. */
  loadOctokit(): Promise<Octokit>;
  apiUrl: string;
  owner: string;
  name: string;
  /** Words that never reach a message; may grow. */
  secrets: ReadonlySet<string>;
  signal?: AbortSignal;
}

const apiVersion = "2022-11-28";

export function createSender(options: SenderOptions): SendAs {
  const { owner, name, signal } = options;
  const loadOctokit = askOnce(options.loadOctokit);
  return async (token, { route, parameters = {}, action, schema, repeatable }) => {
    const all = { owner, repo: name, ...parameters };
    const secrets = [...options.secrets, token];
    const octokit = await loadOctokit();
    try {
      const { data, headers } = await octokit.request(route, {
        ...keepPathParts(route, all),
        headers: { authorization: `Bearer ${token}`, "x-github-api-version": apiVersion },
        request: { retries: 0, repeatable: repeatable ?? !route.startsWith("POST ") },
      });
      return { data: readAnswer(schema, data, action), headers };
    } catch (error) {
      signal?.throwIfAborted();
      const cause = causeOf(error);
      if (cause instanceof RedirectError)
        throw await toMovedError(options, octokit, { token, action, cause });
      throw toGithubError(error, { action, secrets });
    }
  };
}

/** Owner and repository only where the route names them: what is left over would become a part of the body. */
function keepPathParts(route: string, all: Record<string, unknown>): Record<string, unknown> {
  const inPath = new Set([...route.matchAll(/\{(\w+)\}/g)].map(([, part]) => part!));
  for (const part of inPath) {
    if (isPathSegment(String(all[part]))) continue;
    throw new AppError("invalid_request", `"${all[part]}" cannot be a part of an address.`);
  }
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => inPath.has(key) || (key !== "owner" && key !== "repo")),
  );
}

/** Throws `code_host_refused` for an answer of another shape. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  action: string,
): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") || "the answer";
  throw new AppError(
    "code_host_refused",
    `Could not ${action}: the host's answer cannot be read (${where}). Is the address the one of the API?`,
    { details: { hostText: typeof data === "string" ? data.slice(0, 200) : "" } },
  );
}

/** GitHub points from a repository's old name to its id; only to its own API that is asked for the new name. */
async function toMovedError(
  { apiUrl, owner, name, secrets }: SenderOptions,
  octokit: Octokit,
  { token, action, cause }: { token: string; action: string; cause: RedirectError },
): Promise<AppError> {
  const base = { host: "GitHub", action, status: cause.status, secrets: [...secrets, token], cause };
  const [, id] = cause.location.startsWith(`${apiUrl}/`)
    ? (/\/repositories\/(\d+)(?:[/?]|$)/.exec(cause.location) ?? [])
    : [];
  if (id === undefined) return toHostError({ ...base, text: `it points to ${cause.location}` });
  const asking = octokit.request("GET /repositories/{id}", {
    id,
    headers: { authorization: `Bearer ${token}`, "x-github-api-version": apiVersion },
    request: { retries: 0, repeatable: true },
  });
  const answer = await asking.catch(() => null);
  const moved = z.object({ full_name: z.string() }).safeParse(answer?.data);
  const now = moved.success ? `, it is ${moved.data.full_name} now` : "";
  return toHostError({
    ...base,
    text: `the repository ${owner}/${name} was renamed or moved${now}. Set the project's repository to its new address`,
  });
}
