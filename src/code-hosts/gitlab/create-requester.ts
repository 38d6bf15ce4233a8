import type { Users } from "@gitbeaker/rest";
import type { z } from "zod";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { RestClient, RestRequest } from "../rest/create-rest-client.ts";

type ResourceOptions = ConstructorParameters<typeof Users>[0];

/** What Gitbeaker sends its requests through. */
export type Requester = NonNullable<ResourceOptions["requesterFn"]>;

/** What is asked, for messages, and what the answer has to look like. */
export interface Question<Schema extends z.ZodType> {
  action: string;
  schema: Schema;
}

/** Sends Gitbeaker's requests through the rest client, whose waiting, repeating and redaction they get. */
export function createRequester<Schema extends z.ZodType>(
  rest: RestClient,
  { action, schema }: Question<Schema>,
): Requester {
  return ({ url }) => {
    const base = trimEndCharacters(url, "/");
    const send =
      (method: RestRequest<Schema>["method"]) =>
      async (endpoint: string, given: { searchParams?: object; body?: object } = {}) => {
        const query = withApiNames(given.searchParams);
        // Gitbeaker gives an empty one to what takes none.
        const hasBody = given.body !== undefined && method !== "DELETE";
        const body = hasBody ? withApiNames(given.body) : undefined;
        const path = `${base}/${endpoint}`;
        const answer = await rest.request({ method, path, query, body, action, schema });
        const { data, headers, status } = answer;
        return { body: data as never, headers: Object.fromEntries(headers), status };
      };
    return {
      get: send("GET"),
      post: send("POST"),
      put: send("PUT"),
      patch: send("PATCH"),
      delete: send("DELETE"),
    };
  };
}

type Plain = string | number | boolean | undefined;

/** `sourceBranch` is `source_branch` to the host. No value that is sent has names inside. */
function withApiNames(given: object = {}): Record<string, Plain> {
  const renamed = Object.entries(given).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(renamed);
}
