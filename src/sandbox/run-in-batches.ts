const batchSize = 64;

/** Calls `each` for all items, a batch at a time. Rejects with the first error, after its batch has ended. */
export async function runInBatches<Item>(
  items: readonly Item[],
  each: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) {
    const settled = await Promise.allSettled(items.slice(at, at + batchSize).map(each));
    for (const result of settled) if (result.status === "rejected") throw result.reason;
  }
}
