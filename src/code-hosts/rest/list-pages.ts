import { z } from "zod";
import type { RestClient, RestRequest } from "./create-rest-client.ts";

export interface PageOptions {
  /** Of a hundred items each. Default: all. */
  pagesMax?: number;
}

const pageSize = 100;

/**
 * The pages of a list with `page` and `per_page`. They are counted as long as `Link` says that there is
 * another: the address that it gives may be on another server.
 */
export async function* listPages<Schema extends z.ZodType>(
  client: RestClient,
  request: RestRequest<Schema>,
  { pagesMax = Number.POSITIVE_INFINITY }: PageOptions = {},
): AsyncGenerator<z.output<Schema>> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { ...request.query, per_page: pageSize, page };
    const { data, headers } = await client.request({ ...request, query });
    yield data;
    if (!/rel="next"/.test(headers.get("link") ?? "")) return;
  }
}

/** Every item of them; the schema is that of one item. */
export async function* listItems<Schema extends z.ZodType>(
  client: RestClient,
  request: RestRequest<Schema>,
  options?: PageOptions,
): AsyncGenerator<z.output<Schema>> {
  const schema = z.array(request.schema);
  for await (const items of listPages(client, { ...request, schema }, options)) yield* items;
}
