import type {
  Branches,
  Jobs,
  MergeRequestNotes,
  MergeRequests,
  PersonalAccessTokens,
  Pipelines,
  ProjectMembers,
  Projects,
  Users,
} from "@gitbeaker/rest";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { createRestClient, type RestClient } from "../rest/create-rest-client.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostOptions } from "../types.ts";
import { createRequester, type Question, type Requester } from "./create-requester.ts";
import { readGitlabAddress } from "./read-address.ts";
import { readErrorText } from "./read-error-text.ts";
import { oauthTokenSchema, userSchema } from "./schemas.ts";

/** The resources of Gitbeaker that are used; lists are read with all their pages. */
export interface GitlabApi {
  branches: Branches;
  jobs: Jobs;
  members: ProjectMembers;
  mergeRequests: MergeRequests;
  notes: MergeRequestNotes;
  pipelines: Pipelines;
  projects: Projects;
  tokens: PersonalAccessTokens;
  users: Users;
}

/** The API of one project's instance. */
export interface GitlabClient {
  /** Of the instance, without a trailing slash. */
  root: string;
  /** `group/subgroup/docs` */
  project: string;
  /** What the host answered, read by the schema. Throws what the rest client throws. */
  ask<Schema extends z.ZodType>(
    question: Question<Schema>,
    call: (api: GitlabApi) => Promise<unknown>,
  ): Promise<z.output<Schema>>;
  /** The same; null for 404. */
  find<Schema extends z.ZodType>(
    question: Question<Schema>,
    call: (api: GitlabApi) => Promise<unknown>,
  ): Promise<z.output<Schema> | null>;
  /** The token's owner, asked once. */
  ownUser(): Promise<z.output<typeof userSchema>>;
  /** Scopes of an OAuth token. */
  oauthScopes(): Promise<string[]>;
}

export const pageSize = 100;

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createGitlabClient(options: HostOptions): GitlabClient {
  const { token, tokenKind } = options.credentials;
  if (!token) {
    throw new AppError("invalid_configuration", "GitLab needs an access token: copydesk project connect.");
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
  const ask: GitlabClient["ask"] = async (question, call) =>
    (await call(await createApi(root, createRequester(rest, question)))) as never;
  let user: ReturnType<GitlabClient["ownUser"]> | undefined;
  return {
    root,
    project,
    ask,
    async find(question, call) {
      try {
        return await ask(question, call);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    ownUser() {
      const question = { action: "ask who the token belongs to", schema: userSchema };
      user ??= ask(question, ({ users }) => users.showCurrentUser()).catch((error: unknown) => {
        user = undefined;
        throw error;
      });
      return user;
    },
    oauthScopes: () => readOauthScopes(rest, root),
  };
}

/** The credentials are sent by the rest client: Gitbeaker knows none. It is loaded by the first request, which takes some 50 ms. */
async function createApi(host: string, requesterFn: Requester): Promise<GitlabApi> {
  const gitbeaker = await import("@gitbeaker/rest");
  const options = { host, requesterFn, queryTimeout: null };
  return {
    branches: new gitbeaker.Branches(options),
    jobs: new gitbeaker.Jobs(options),
    members: new gitbeaker.ProjectMembers(options),
    mergeRequests: new gitbeaker.MergeRequests(options),
    notes: new gitbeaker.MergeRequestNotes(options),
    pipelines: new gitbeaker.Pipelines(options),
    projects: new gitbeaker.Projects(options),
    tokens: new gitbeaker.PersonalAccessTokens(options),
    users: new gitbeaker.Users(options),
  };
}

/** Beside the API, which does not tell them. */
async function readOauthScopes(rest: RestClient, root: string): Promise<string[]> {
  const action = "ask what the token may do";
  const { data } = await rest.request({ path: `${root}/oauth/token/info`, schema: oauthTokenSchema, action });
  return data.scope;
}
