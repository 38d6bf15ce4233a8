interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** Yields the items of all pages; each page is fetched after the one before it has been read. */
export async function* eachPage<Item>(
  fetchPage: (cursor: string | undefined) => PromiseLike<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.nextCursor;
  }
}
