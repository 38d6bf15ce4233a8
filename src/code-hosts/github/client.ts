import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { readOwnerAndName } from "../repository-address.ts";
import { statusOf, toHostError } from "../to-host-error.ts";
import type { HostOptions } from "../types.ts";
import { apiUrlOf, graphqlUrlOf } from "./api-url.ts";
import { type AppTokens, createAppTokens } from "./create-app-tokens.ts";
import {
  createSender,
  type GithubAnswer,
  type GithubRequest,
  readAnswer,
  type SendAs,
} from "./create-sender.ts";
import { userSchema } from "./schemas.ts";
import { textOf } from "./to-github-error.ts";

/** The API of one repository's host. Throws `code_host_…` errors. */
export interface GithubClient {
  owner: string;
  name: string;
  /** Null when a token's owner acts, not an App. */
  app: AppTokens | null;
  request<Schema extends z.ZodType>(request: GithubRequest<Schema>): Promise<GithubAnswer<z.output<Schema>>>;
  /** The answer; null for 404. */
  find<Schema extends z.ZodType>(request: GithubRequest<Schema>): Promise<z.output<Schema> | null>;
  /** Every item of all pages. */
  list<Schema extends z.ZodType>(request: GithubRequest<Schema>): AsyncGenerator<z.output<Schema>>;
  /** The pages themselves. */
  pages<Schema extends z.ZodType>(
    request: GithubRequest<Schema>,
    options?: PageOptions,
  ): AsyncGenerator<z.output<Schema>>;
  /** `data` of the answer. Throws also for errors in an answer with status 200. */
  graphql<Schema extends z.ZodType>(query: GithubQuery<Schema>): Promise<z.output<Schema>>;
  /** Of whoever acts. */
  ownLogin(): Promise<string>;
  /** What git is let in with. */
  token(): Promise<string>;
}

export interface PageOptions {
  /** Of a hundred items each. Default: all. */
  pagesMax?: number;
}

export interface GithubQuery<Schema extends z.ZodType> {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  action: string;
  schema: Schema;
}

interface Authorization {
  token(): Promise<string>;
  /** Another token instead of one that was refused; null when there is none. */
  renew(refused: string): Promise<string | null>;
}

const pageSize = 100;

/** Throws `invalid_configuration` without credentials or with a key that cannot be read, `invalid_repository_url`. */
export function createGithubClient(options: HostOptions): GithubClient {
  const { repository, credentials, signal } = options;
  const { owner, name } = readOwnerAndName(repository);
  const apiUrl = apiUrlOf(repository, options.apiUrl);
  const secrets = new Set([credentials.token ?? "", credentials.app?.privateKey ?? ""]);
  const identity = credentials.app === undefined ? (credentials.token ?? "") : `app ${credentials.app.id}`;
  const { fetch, sleep } = options;
  const loadOctokit = async () =>
    (await import("./create-octokit.ts")).createOctokit({ apiUrl, identity, fetch, sleep, signal });
  const sendAs = createSender({ loadOctokit, apiUrl, owner, name, secrets, signal });
  const app =
    credentials.app === undefined
      ? null
      : createAppTokens({ sendAs, app: credentials.app, owner, name, secrets });
  const authorization = app ?? fixedToken(credentials.token);
  const request: GithubClient["request"] = (wanted) => sendAuthorized(sendAs, authorization, wanted);
  return {
    owner,
    name,
    app,
    request,
    find: (wanted) => findOne(request, wanted),
    list: (wanted) => listAll(request, wanted),
    pages: (wanted, options) => listPages(request, wanted, options),
    graphql: (query) => ask(request, { ...query, url: graphqlUrlOf(apiUrl), secrets: [...secrets] }),
    ownLogin: app === null ? askOnce(() => readLogin(request)) : app.login,
    token: () => authorization.token(),
  };
}

function fixedToken(token: string | undefined): Authorization {
  if (!token) {
    throw new AppError(
      "invalid_configuration",
      "GitHub needs a token or a GitHub App: copydesk project connect.",
    );
  }
  return { token: async () => token, renew: async () => null };
}

/** A token that was revoked meanwhile is renewed once. */
async function sendAuthorized<Schema extends z.ZodType>(
  sendAs: SendAs,
  { token, renew }: Authorization,
  request: GithubRequest<Schema>,
): Promise<GithubAnswer<z.output<Schema>>> {
  const first = await token();
  try {
    return await sendAs(first, request);
  } catch (error) {
    const second = statusOf(error) === 401 ? await renew(first) : null;
    if (second === null) throw error;
    return await sendAs(second, request);
  }
}

async function findOne<Schema extends z.ZodType>(
  request: GithubClient["request"],
  wanted: GithubRequest<Schema>,
): Promise<z.output<Schema> | null> {
  try {
    return (await request(wanted)).data;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function* listAll<Schema extends z.ZodType>(
  request: GithubClient["request"],
  wanted: GithubRequest<Schema>,
): AsyncGenerator<z.output<Schema>> {
  for await (const items of listPages(request, { ...wanted, schema: z.array(wanted.schema) })) yield* items;
}

/** Counts pages as long as `Link` says that there is another: its address may be on another server. */
async function* listPages<Schema extends z.ZodType>(
  request: GithubClient["request"],
  wanted: GithubRequest<Schema>,
  { pagesMax = Number.POSITIVE_INFINITY }: PageOptions = {},
): AsyncGenerator<z.output<Schema>> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const parameters = { ...wanted.parameters, per_page: pageSize, page };
    const { data, headers } = await request({ ...wanted, parameters });
    yield data;
    if (!/rel="next"/.test(String(headers.link ?? ""))) return;
  }
}

async function readLogin(request: GithubClient["request"]): Promise<string> {
  const action = "ask who the token belongs to";
  return (await request({ route: "GET /user", schema: userSchema, action })).data.login;
}

const graphqlSchema = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().nullish(), message: z.string() })).nullish(),
});

/** What REST would answer. */
const statusOfType: Record<string, number | undefined> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  STALE_DATA: 409,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

async function ask<Schema extends z.ZodType>(
  request: GithubClient["request"],
  {
    url,
    secrets,
    query,
    variables,
    action,
    schema,
  }: GithubQuery<Schema> & { url: string; secrets: string[] },
): Promise<z.output<Schema>> {
  const { data: answer } = await request({
    route: `POST ${url}`,
    parameters: { query, variables },
    action,
    schema: graphqlSchema,
  });
  const [first] = answer.errors ?? [];
  if (first === undefined) return readAnswer(schema, answer.data, action);
  throw toHostError({
    host: "GitHub",
    status: statusOfType[first.type ?? ""] ?? 422,
    text: textOf(answer),
    action,
    secrets,
  });
}
