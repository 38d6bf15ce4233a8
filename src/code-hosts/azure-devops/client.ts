import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import {
  createRestClient,
  type RestAnswer,
  type RestClient,
  type RestRequest,
} from "../rest/create-rest-client.ts";
import { findOne } from "../rest/find-one.ts";
import type { HostCredentials, HostOptions } from "../types.ts";
import { type AzureAddress, readAddress } from "./read-address.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";
import {
  type AzureRepository,
  connectionSchema,
  errorSchema,
  listSchema,
  repositorySchema,
} from "./schemas.ts";

/** The token's owner. */
export interface AzureOwner {
  id: string;
  /** E-mail address, or `DOMAIN\name` on a server. */
  login: string;
}

/** API of the organization or collection of one repository. */
export interface AzureClient extends RestClient {
  address: AzureAddress;
  /** `/{project}` */
  project: string;
  /** `/{project}/_apis/git/repositories` */
  repositories: string;
  /** `/{project}/_apis/git/repositories/{repository}` */
  path: string;
  /** Client for the identities API. */
  identities: RestClient;
  /** Returns the answer; null for 404. */
  find<Schema extends z.ZodType>(request: RestRequest<Schema>): Promise<z.output<Schema> | null>;
  /** Yields every item of all pages. */
  list<Schema extends z.ZodType>(list: AzureList<Schema>): AsyncGenerator<z.output<Schema>>;
  /** Cached after the first request. */
  repository(): Promise<AzureRepository>;
  /** Cached after the first request. */
  owner(): Promise<AzureOwner>;
}

interface AzureList<Schema extends z.ZodType> {
  path: string;
  query?: Record<string, string>;
  item: Schema;
  action: string;
}

/** Supported by Azure DevOps Server from 2022.1 on. */
const apiVersion = "7.1";
const previewVersion = `${apiVersion}-preview`;
const pageSize = 100;
const anonymousType = "Microsoft.TeamFoundation.UnauthenticatedIdentity;";

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createAzureClient(options: HostOptions): AzureClient {
  const address = readAddress(options);
  const rest = createVersionedClient(address.baseUrl, options);
  const project = `/${pathSegment(address.project)}`;
  const repositories = `${project}/_apis/git/repositories`;
  const path = `${repositories}/${pathSegment(address.repository)}`;
  const find: AzureClient["find"] = (request) => findOne(rest, request);
  return {
    ...rest,
    address,
    project,
    repositories,
    path,
    identities:
      address.identityUrl === address.baseUrl ? rest : createVersionedClient(address.identityUrl, options),
    find,
    list: (list) => listAll(rest, list),
    repository: askOnce(async () => {
      const found = await find({ path, schema: repositorySchema, action: "read the repository" });
      if (found === null) throw notShown(address);
      return found;
    }),
    owner: askOnce(() => readOwner(rest)),
  };
}

function createVersionedClient(baseUrl: string, options: HostOptions): RestClient {
  const { credentials, sleep, signal } = options;
  const authorization = authorizationOf(credentials);
  const rest = createRestClient({
    host: "Azure DevOps",
    baseUrl,
    headers: { authorization, "x-tfs-fedauthredirect": "Suppress" },
    secrets: [credentials.token ?? "", authorization.replace(/^\S+ /, "")],
    fetch: refuseSignIn(options.fetch),
    readText: (body) => errorSchema.safeParse(body).data?.message ?? "",
    readDetails: (body) => ({ typeKey: errorSchema.safeParse(body).data?.typeKey }),
    sleep,
    signal,
  });
  return {
    async request<Schema extends z.ZodType>(
      request: RestRequest<Schema>,
    ): Promise<RestAnswer<z.output<Schema>>> {
      return await rest.request({ ...request, query: { "api-version": apiVersion, ...request.query } });
    },
  };
}

/** Personal access tokens are sent without a user name, Microsoft Entra tokens as Bearer tokens. */
function authorizationOf({ token, tokenKind }: HostCredentials): string {
  if (!token) {
    throw new AppError(
      "invalid_configuration",
      "Azure DevOps needs a personal access token. Connect the project with one.",
    );
  }
  return tokenKind === "oauth" ? `Bearer ${token}` : `Basic ${Buffer.from(`:${token}`).toString("base64")}`;
}

async function* listAll<Schema extends z.ZodType>(
  rest: RestClient,
  { path, query, item, action }: AzureList<Schema>,
): AsyncGenerator<z.output<Schema>> {
  const schema = listSchema(item);
  for (let skip = 0; ; skip += pageSize) {
    const page = { ...query, $top: pageSize, $skip: skip };
    const { value } = (await rest.request({ path, query: page, schema, action })).data;
    yield* value;
    if (value.length < pageSize) return;
  }
}

/** Organizations with public projects also admit anonymous users. */
async function readOwner(rest: RestClient): Promise<AzureOwner> {
  const { data } = await rest.request({
    path: "/_apis/connectionData",
    query: { "api-version": previewVersion },
    action: "ask who the token belongs to",
    schema: connectionSchema,
  });
  const { id, descriptor, providerDisplayName, properties } = data.authenticatedUser;
  if (descriptor?.startsWith(anonymousType)) {
    throw new AppError(
      "code_host_unauthorized",
      "Azure DevOps does not know the token: it is wrong, expired or revoked. Connect the project again.",
      { details: { status: 401 } },
    );
  }
  return { id, login: properties?.Account?.$value || providerDisplayName || id };
}

function notShown({ project, repository }: AzureAddress): AppError {
  return new AppError(
    "code_host_refused",
    `Could not read the repository: Azure DevOps answered 404. ${project}/${repository} is not there, or not shown to the token's owner.`,
    { details: { status: 404 } },
  );
}
