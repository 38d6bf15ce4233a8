import { notifications } from "@mantine/notifications";
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "./client.ts";
import { repeatEvery } from "./repeat-every.ts";

export interface UseApiOptions {
  /** Interval for repeating the request while the page is visible. */
  everyMs?: number;
  /** Keeps showing the old data until the next path's data arrives: for filters and pages of a list. */
  keepPrevious?: boolean;
}

/**
 * Returns the response of a GET. The path is the key, so that `invalidate` finds it; null defers the request.
 */
export function useApi<T>(
  path: string | null,
  { everyMs, keepPrevious }: UseApiOptions = {},
): UseQueryResult<T, Error> {
  return useQuery<T, Error>({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path!, { signal }),
    enabled: path !== null,
    refetchInterval: repeatEvery(everyMs),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Loads everything again whose path begins with one of these prefixes. */
export async function invalidate(client: QueryClient, ...prefixes: string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === "string" && prefixes.some((prefix) => path.startsWith(prefix)),
  });
}

export interface ActionOptions<Input, Output> {
  /** Prefixes of the paths whose data changes. */
  invalidates?: readonly string[];
  /** What is said when it is done; nothing when not given. */
  done?: string | ((output: Output, input: Input) => string | undefined);
  onSuccess?: (output: Output, input: Input) => void;
  /** If false, the page shows the error itself. */
  showError?: boolean;
}

/** Returns a change to run on a click: it reports the result and reloads the data that it changed. */
export function useAction<Input = void, Output = unknown>(
  run: (input: Input) => Promise<Output>,
  { invalidates = [], done, onSuccess, showError = true }: ActionOptions<Input, Output> = {},
) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: run,
    onSuccess: async (output, input) => {
      if (invalidates.length > 0) void invalidate(client, ...invalidates);
      const message = typeof done === "function" ? done(output, input) : done;
      if (message !== undefined) notifications.show({ message, color: "green" });
      onSuccess?.(output, input);
    },
    onError: (error) => {
      if (showError) notifications.show({ message: error.message, color: "red", autoClose: 8_000 });
    },
  });
}
