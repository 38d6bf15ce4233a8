import type { z } from "zod";
import { statusOf } from "../to-host-error.ts";
import type { RestClient, RestRequest } from "./create-rest-client.ts";

/** Returns the answer; null for 404. */
export async function findOne<Schema extends z.ZodType>(
  client: RestClient,
  request: RestRequest<Schema>,
): Promise<z.output<Schema> | null> {
  try {
    return (await client.request(request)).data;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

export interface FindsOne {
  /** Returns the answer; null for 404. */
  find<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    action: string,
  ): Promise<z.output<Schema> | null>;
}
