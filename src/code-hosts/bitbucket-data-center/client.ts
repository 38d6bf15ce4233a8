import { z } from "zod";
import { AppError } from "../../errors.ts";
import { askOnce } from "../ask-once.ts";
import { pathSegment } from "../path-segment.ts";
import { createRestClient, type RestClient, readPages } from "../rest/create-rest-client.ts";
import { type FindsOne, findOne } from "../rest/find-one.ts";
import { toHostError } from "../to-host-error.ts";
import type { HostOptions } from "../types.ts";
import { type DataCenterAddress, readAddress } from "./read-address.ts";
import { errorsSchema } from "./schemas.ts";

/** API of one repository. */
export interface DataCenterClient extends RestClient, FindsOne {
  address: DataCenterAddress;
  /** URL of the instance, for its pages and its other APIs. */
  root: string;
  /** `/projects/{key}/repos/{slug}` */
  path: string;
  /** Yields every item of all pages. */
  list<Schema extends z.ZodType>(list: DataCenterList<Schema>): AsyncGenerator<z.output<Schema>>;
  /** Name of the token's owner, cached after the first request; null for a project or repository token. */
  ownName(): Promise<string | null>;
}

interface DataCenterList<Schema extends z.ZodType> {
  path: string;
  query?: Record<string, string>;
  item: Schema;
  action: string;
}

/** In `details` of errors: the host's own exception name, without its package. */
export interface DataCenterDetails {
  exception?: string;
  /** Names of rejected reviewers. */
  invalidReviewers?: string[];
}

const host = "Bitbucket";
const pageSize = 100;

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function createDataCenterClient(options: HostOptions): DataCenterClient {
  const { token, username } = options.credentials;
  if (!token) {
    throw new AppError(
      "invalid_configuration",
      "Bitbucket needs an HTTP access token. Connect the project with one.",
    );
  }
  const address = readAddress(options.repository);
  const path = pathOf(address);
  const baseUrl = options.apiUrl ?? address.apiUrl;
  const rest = tellForbidden(
    createRestClient({
      host,
      baseUrl,
      headers: { authorization: `Bearer ${token}`, "x-atlassian-token": "no-check" },
      secrets: [token],
      fetch: options.fetch,
      readText,
      readDetails,
      sleep: options.sleep,
      signal: options.signal,
    }),
  );
  return {
    ...rest,
    address,
    root: baseUrl.replace(/\/rest\/api\/[^/]+$/, ""),
    path,
    find: (path, schema, action) => findOne(rest, { path, schema, action }),
    list: (list) => listAll(rest, list),
    ownName: askOnce(async () => {
      const action = "ask who the token belongs to";
      const { headers } = await rest.request({ path, schema: z.unknown(), action });
      return decodeURIComponent(headers.get("x-ausername") ?? "") || username || null;
    }),
  };
}

export function pathOf({ projectKey, slug }: Pick<DataCenterAddress, "projectKey" | "slug">): string {
  return `/projects/${pathSegment(projectKey)}/repos/${pathSegment(slug)}`;
}

export function detailsOf(error: unknown): DataCenterDetails {
  return error instanceof AppError ? error.details : {};
}

/** The host also answers 401 to known users who lack a permission. */
function tellForbidden(rest: RestClient): RestClient {
  return {
    async request(request) {
      try {
        return await rest.request(request);
      } catch (error) {
        if (detailsOf(error).exception !== "AuthorisationException") throw error;
        const { status, hostText, ...details } = (error as AppError).details;
        throw toHostError({
          host,
          status: Number(status),
          code: "code_host_forbidden",
          text: String(hostText),
          action: request.action,
          secrets: [],
          details,
          cause: error,
        });
      }
    },
  };
}

function readText(body: unknown): string {
  const messages = (errorsSchema.safeParse(body).data?.errors ?? []).map(({ message }) => message ?? "");
  return messages.filter((message) => message !== "").join(" ");
}

function readDetails(body: unknown): Record<string, unknown> & DataCenterDetails {
  const [error] = errorsSchema.safeParse(body).data?.errors ?? [];
  const invalid = error?.reviewerErrors?.flatMap(({ context }) => context ?? []);
  return {
    ...(error?.exceptionName ? { exception: error.exceptionName.split(".").at(-1) } : {}),
    ...(invalid === undefined ? {} : { invalidReviewers: invalid }),
  };
}

function listAll<Schema extends z.ZodType>(
  rest: RestClient,
  { path, query, item, action }: DataCenterList<Schema>,
): AsyncGenerator<z.output<Schema>> {
  const schema = z.object({
    values: z.array(item),
    isLastPage: z.boolean(),
    nextPageStart: z.number().nullish(),
  });
  const read = async (start: number) => {
    const asked = { ...query, start, limit: pageSize };
    return (await rest.request({ path, query: asked, schema, action })).data;
  };
  return (async function* pages() {
    yield* readPages(await read(0), {
      items: ({ values }) => values,
      next: async ({ isLastPage, nextPageStart }) =>
        isLastPage || nextPageStart == null ? null : await read(nextPageStart),
    });
  })();
}
