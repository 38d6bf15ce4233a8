import { z } from "zod";
import type { RestClient, RestRequest } from "./create-rest-client.ts";

export interface PageOptions {
  /** Maximum number of pages, of a hundred items each. Default: all. */
  pagesMax?: number;
}

const pageSize = 100;

/**
 * Yields the pages of a list with `page` and `per_page`. Counts pages as long as `Link` announces another,
 * because the address in it may be on another server.
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

/** Yields every item; the schema is that of one item. */
export async function* listItems<Schema extends z.ZodType>(
  client: RestClient,
  request: RestRequest<Schema>,
  options?: PageOptions,
): AsyncGenerator<z.output<Schema>> {
  const schema = z.array(request.schema);
  for await (const items of listPages(client, { ...request, schema }, options)) yield* items;
}
