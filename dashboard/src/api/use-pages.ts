import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "./client.ts";
import { repeatEvery } from "./repeat-every.ts";
import { withQuery } from "./with-query.ts";

interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

export interface Pages<Row> {
  rows: readonly Row[];
  error: Error | null;
  isPending: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
}

/**
 * Returns a list that comes in pages with a cursor. The path without the cursor is the key, so that
 * `invalidate` finds it.
 */
export function usePages<Row>(
  path: string,
  query: Record<string, string | number | undefined>,
  { everyMs }: { everyMs?: number } = {},
): Pages<Row> {
  const result = useInfiniteQuery({
    queryKey: [withQuery(path, query), "pages"],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Row>>(withQuery(path, { ...query, cursor: pageParam }), { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: repeatEvery(everyMs),
  });
  return {
    rows: result.data?.pages.flatMap(({ data }) => data) ?? [],
    error: result.error,
    isPending: result.isPending,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  };
}
