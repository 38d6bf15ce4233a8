import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isProblem } from "./problem-error.ts";

export const mePath = "/v2/me";

/**
 * Loads the signed-in user again if a refusal shows that it has changed: the frame then leads to the sign-in
 * page, and hides what the role no longer allows.
 */
export function heedRefusal(client: QueryClient, error: unknown): void {
  if (isProblem(error) && (error.status === 401 || error.code === "insufficient_permission"))
    void client.invalidateQueries({ queryKey: [mePath] });
}

/** Creates the client that the whole page shares. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => heedRefusal(client, error);
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
