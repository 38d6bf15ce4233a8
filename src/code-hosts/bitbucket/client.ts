import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import { readOwnerAndName } from "../repository-address.ts";
import { createRestClient, type RestClient, readPages } from "../rest/create-rest-client.ts";
import { type FindsOne, findOne } from "../rest/find-one.ts";
import type { HostCredentials, HostOptions } from "../types.ts";
import {
  type BitbucketUser,
  errorSchema,
  missingScopesSchema,
  userSchema,
  workspaceSchema,
} from "./schemas.ts";

/** API of one repository. */
export interface BitbucketClient extends RestClient, FindsOne {
  workspace: string;
  /** Slug of the repository. */
  slug: string;
  /** `/repositories/{workspace}/{slug}` */
  path: string;
  /** Yields every item of all pages. */
  list<Schema extends z.ZodType>(list: BitbucketList<Schema>): AsyncGenerator<z.output<Schema>>;
  /**
   * The token's owner, cached after the first request; access tokens of a repository, project or workspace
   * have none.
   */
  ownUser(): Promise<BitbucketUser>;
  /** Slug of the owner's own workspace, cached after the first request; null if there is none. */
  ownWorkspace(): Promise<string | null>;
}

interface BitbucketList<Schema extends z.ZodType> {
  path: string;
  query?: Record<string, string>;
  /** At most 50 for pull requests, 100 elsewhere. */
  pageSize?: number;
  item: Schema;
  action: string;
}

const defaultApiUrl = "https://api.bitbucket.org/2.0";

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createBitbucketClient(options: HostOptions): BitbucketClient {
  const { credentials, sleep, signal } = options;
  if (!credentials.token) {
    throw new AppError("invalid_configuration", "Bitbucket needs a token. Connect the project with one.");
  }
  const { owner: workspace, name: slug } = readOwnerAndName(options.repository);
  const authorization = authorizationOf(credentials);
  const rest = createRestClient({
    host: "Bitbucket",
    baseUrl: options.apiUrl ?? defaultApiUrl,
    headers: { authorization },
    secrets: [credentials.token, authorization.replace(/^\S+ /, "")],
    fetch: options.fetch,
    readText,
    readDetails,
    sleep,
    signal,
  });
  const ownUser = askOnce(async () => {
    const action = "ask who the token belongs to";
    return (await rest.request({ path: "/user", schema: userSchema, action })).data;
  });
  return {
    ...rest,
    workspace,
    slug,
    path: `/repositories/${pathSegment(workspace)}/${pathSegment(slug)}`,
    find: (path, schema, action) => findOne(rest, { path, schema, action }),
    list: (list) => listAll(rest, list),
    ownUser,
    ownWorkspace: askOnce(async () => {
      const path = `/workspaces/${pathSegment((await ownUser()).uuid)}`;
      const action = "look for the token owner's workspace";
      return (await findOne(rest, { path, schema: workspaceSchema, action }))?.slug ?? null;
    }),
  };
}

/** API tokens belong to a person and are sent with the e-mail address; all others are sent alone. */
export function isApiToken({ username, tokenKind }: HostCredentials): boolean {
  return !!username && tokenKind !== "oauth";
}

function authorizationOf(credentials: HostCredentials): string {
  const { username, token } = credentials;
  if (!isApiToken(credentials)) return `Bearer ${token}`;
  return `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;
}

function readText(body: unknown): string {
  const message = errorSchema.safeParse(body).data?.error.message ?? "";
  const { missingScopes = [] } = readDetails(body);
  return missingScopes.length === 0 ? message : `${message} (${missingScopes.join(", ")})`;
}

/** `missingScopes`: the scopes that a refusal asks for. */
function readDetails(body: unknown): { missingScopes?: string[] } {
  const { required, granted } = missingScopesSchema.safeParse(body).data?.error.detail ?? {};
  return required === undefined
    ? {}
    : { missingScopes: required.filter((scope) => !granted?.includes(scope)) };
}

function listAll<Schema extends z.ZodType>(
  rest: RestClient,
  { path, query, pageSize = 100, item, action }: BitbucketList<Schema>,
): AsyncGenerator<z.output<Schema>> {
  const schema = z.object({ values: z.array(item), next: z.string().nullish() });
  const read = async (from: string, first: boolean) => {
    const request = { path: from, ...(first ? { query: { ...query, pagelen: pageSize } } : {}) };
    return (await rest.request({ ...request, schema, action })).data;
  };
  return (async function* pages() {
    yield* readPages(await read(path, true), {
      items: ({ values }) => values,
      next: async ({ next }) => (next == null ? null : await read(next, false)),
    });
  })();
}
