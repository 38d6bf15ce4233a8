import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isProblem } from "./problem-error.ts";

export const mePath = "/v2/me";

/**
 * One for the whole page. A session that has ended anywhere ends it everywhere: the frame then asks to sign
 * in.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isProblem(error, "not_signed_in")) void client.invalidateQueries({ queryKey: [mePath] });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== mePath && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 3 && !(isProblem(error) && isFinal(error.status)),
        retryDelay: (failures) => Math.min(4_000, 300 * 2 ** failures),
      },
    },
  });
  return client;
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
