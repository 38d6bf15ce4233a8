import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

/** Continues as the user who has just signed in; keeps nothing of the reader before. */
export function useEnter(): (next?: string) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (next = "/") => {
    client.clear();
    router.history.replace(next);
  };
}
