import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

/** Goes on as whoever has just signed in: nothing of the reader before is kept. */
export function useEnter(): (next?: string) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (next = "/") => {
    client.clear();
    router.history.replace(next);
  };
}
