import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import { readOwnerAndName } from "../repository-address.ts";
import type { RestClient } from "../rest/create-rest-client.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostOptions } from "../types.ts";
import { apiUrlOf, graphqlUrlOf } from "./api-url.ts";
import { type AppTokens, createAppTokens } from "./create-app-tokens.ts";
import { createSender, type SendAs } from "./create-sender.ts";
import { userSchema } from "./schemas.ts";

/** API of one repository's host. */
export interface GithubClient extends RestClient {
  owner: string;
  name: string;
  /** `/repos/{owner}/{name}` */
  path: string;
  /** Null if the credentials are a user's token, not an App. */
  app: AppTokens | null;
  /** Returns `data` of the answer. Throws also if an answer with status 200 has errors. */
  graphql<Schema extends z.ZodType>(query: GithubQuery<Schema>): Promise<z.output<Schema>>;
  /** Login of the token's owner or the App. */
  ownLogin(): Promise<string>;
  /** Token for git. */
  token(): Promise<string>;
}

export interface GithubQuery<Schema extends z.ZodType> {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  action: string;
  schema: Schema;
}

interface Authorization {
  token(): Promise<string>;
  /** Returns a new token in place of a refused one; null if there is none. */
  renew(refused: string): Promise<string | null>;
}

/**
 * Throws `invalid_configuration` if there are no credentials or the key cannot be read,
 * `invalid_repository_url`.
 */
export function createGithubClient(options: HostOptions): GithubClient {
  const { repository, credentials } = options;
  const { owner, name } = readOwnerAndName(repository);
  const path = repositoryPath(owner, name);
  const apiUrl = apiUrlOf(repository, options.apiUrl);
  const secrets = new Set([credentials.token ?? "", credentials.app?.privateKey ?? ""]);
  const sendAs = createSender({ ...options, apiUrl, owner, name, secrets });
  const app =
    credentials.app === undefined
      ? null
      : createAppTokens({ sendAs, app: credentials.app, owner, name, path });
  const authorization = app ?? fixedToken(credentials.token);
  const rest = authorized(sendAs, authorization);
  return {
    ...rest,
    owner,
    name,
    path,
    app,
    async graphql({ query, variables, action, schema }) {
      const asking = {
        method: "POST",
        path: graphqlUrlOf(apiUrl),
        body: { query, variables },
        action,
        schema: z
          .object({ data: z.unknown() })
          .transform(({ data }) => data)
          .pipe(schema),
      } as const;
      return (await rest.request(asking)).data;
    },
    ownLogin: app === null ? askOnce(() => readLogin(rest)) : app.login,
    token: () => authorization.token(),
  };
}

export function repositoryPath(owner: string, name: string): string {
  return `/repos/${pathSegment(owner)}/${pathSegment(name)}`;
}

function fixedToken(token: string | undefined): Authorization {
  if (!token) {
    throw new AppError(
      "invalid_configuration",
      "GitHub needs a token or a GitHub App. Connect the project with one.",
    );
  }
  return { token: async () => token, renew: async () => null };
}

/** Renews the token once if it was revoked meanwhile. */
function authorized(sendAs: SendAs, { token, renew }: Authorization): RestClient {
  return {
    async request(request) {
      const first = await token();
      try {
        return await sendAs(first, request);
      } catch (error) {
        const second = statusOf(error) === 401 ? await renew(first) : null;
        if (second === null) throw error;
        return await sendAs(second, request);
      }
    },
  };
}

async function readLogin(rest: RestClient): Promise<string> {
  const action = "ask who the token belongs to";
  return (await rest.request({ path: "/user", schema: userSchema, action })).data.login;
}
