import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import { readOwnerAndName } from "../repository-address.ts";
import { createRestClient, type RestClient } from "../rest/create-rest-client.ts";
import { type FindsOne, findOne } from "../rest/find-one.ts";
import type { HostOptions } from "../types.ts";
import { userSchema } from "./schemas.ts";

/** API of one repository's host. */
export interface GiteaClient extends RestClient, FindsOne {
  owner: string;
  name: string;
  /** Base URL of the API. */
  baseUrl: string;
  /** `/repos/{owner}/{name}` */
  path: string;
  /** Yields every item of all pages. */
  list<Schema extends z.ZodType>(list: GiteaList<Schema>): AsyncGenerator<z.output<Schema>>;
  /** Login of the token's owner, cached after the first request. */
  ownLogin(): Promise<string>;
}

interface GiteaList<Schema extends z.ZodType> {
  path: string;
  query?: Record<string, string>;
  item: Schema;
  /** Field that contains the items; absent if they are the whole answer. */
  within?: string;
  action: string;
}

const pageSize = 50;

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createGiteaClient(host: string, options: HostOptions): GiteaClient {
  const { credentials, repository } = options;
  if (!credentials.token) {
    throw new AppError(
      "invalid_configuration",
      `${host} needs an access token. Connect the project with one.`,
    );
  }
  const { owner, name } = readOwnerAndName(repository);
  const baseUrl = options.apiUrl ?? guessApiUrl(repository);
  const rest = createRestClient({
    host,
    baseUrl,
    headers: {
      authorization: `${credentials.tokenKind === "oauth" ? "Bearer" : "token"} ${credentials.token}`,
    },
    secrets: [credentials.token],
    fetch: options.fetch,
    readText: (body) => z.object({ message: z.string() }).safeParse(body).data?.message ?? "",
    sleep: options.sleep,
    signal: options.signal,
  });
  return {
    ...rest,
    owner,
    name,
    baseUrl,
    path: `/repos/${pathSegment(owner)}/${pathSegment(name)}`,
    find: (path, schema, action) => findOne(rest, { path, schema, action }),
    list: (list) => listAll(rest, list),
    ownLogin: askOnce(async () => {
      const action = "ask who the token belongs to";
      return (await rest.request({ path: "/user", schema: userSchema, action })).data.login;
    }),
  };
}

/**
 * A repository's path has exactly two segments below the instance: anything before them is the instance's own
 * path.
 */
function guessApiUrl(repository: string): string {
  const { origin, segments } = readOwnerAndName(repository);
  const folder = /^https?:/i.test(repository) ? segments.slice(0, -2) : [];
  return [origin, ...folder.map(pathSegment), "api/v1"].join("/");
}

/** Counts pages instead of following `Link`, which has the address that the instance is configured with. */
async function* listAll<Schema extends z.ZodType>(
  rest: RestClient,
  { path, query, item, within, action }: GiteaList<Schema>,
): AsyncGenerator<z.output<Schema>> {
  const schema = within === undefined ? z.array(item) : itemsWithin(within, item);
  let seen = 0;
  for (let page = 1; ; page += 1) {
    const { data, headers } = await rest.request({
      path,
      query: { ...query, page, limit: pageSize },
      schema,
      action,
    });
    yield* data;
    seen += data.length;
    const total = headers.get("x-total-count");
    if (data.length === 0 || (total !== null && seen >= Number(total))) return;
  }
}

/** An absent field or null means an empty list. */
function itemsWithin<Schema extends z.ZodType>(field: string, item: Schema) {
  return z
    .object({ [field]: z.array(item).nullish() })
    .nullable()
    .transform((answer) => answer?.[field] ?? []);
}
