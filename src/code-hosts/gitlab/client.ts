import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import { createRestClient, type RestClient } from "../rest/create-rest-client.ts";
import type { HostOptions } from "../types.ts";
import { readGitlabAddress } from "./read-address.ts";
import { readErrorText } from "./read-error-text.ts";
import { oauthTokenSchema, userSchema } from "./schemas.ts";

/** API of one project's instance. */
export interface GitlabClient extends RestClient {
  /** URL of the instance, without a trailing slash. */
  root: string;
  /** `group/subgroup/docs` */
  project: string;
  /** Path of the project in the API. */
  path: string;
  /** The token's owner, cached after the first request. */
  ownUser(): Promise<z.output<typeof userSchema>>;
  /** Scopes of an OAuth token. */
  oauthScopes(): Promise<string[]>;
}

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createGitlabClient(options: HostOptions): GitlabClient {
  const { token, tokenKind } = options.credentials;
  if (!token) {
    throw new AppError(
      "invalid_configuration",
      "GitLab needs an access token. Connect the project with one.",
    );
  }
  const { root, project } = readGitlabAddress(options);
  const rest = createRestClient({
    host: "GitLab",
    baseUrl: `${root}/api/v4`,
    headers: tokenKind === "oauth" ? { authorization: `Bearer ${token}` } : { "private-token": token },
    secrets: [token],
    fetch: options.fetch,
    readText: readErrorText,
    sleep: options.sleep,
    signal: options.signal,
  });
  return {
    ...rest,
    root,
    project,
    path: projectPath(project),
    ownUser: askOnce(async () => {
      const action = "ask who the token belongs to";
      return (await rest.request({ path: "/user", schema: userSchema, action })).data;
    }),
    oauthScopes: () => readOauthScopes(rest, root),
  };
}

export function projectPath(project: string): string {
  return `/projects/${pathSegment(project)}`;
}

/** Not part of the API, which does not expose scopes of OAuth tokens. */
async function readOauthScopes(rest: RestClient, root: string): Promise<string[]> {
  const action = "ask what the token may do";
  const { data } = await rest.request({ path: `${root}/oauth/token/info`, schema: oauthTokenSchema, action });
  return data.scope;
}
