import { Skeleton, Stack } from "@mantine/core";

/** While a page's code or first data is on its way. */
export function PagePending() {
  return (
    <Stack p="lg" gap="md" aria-busy="true" aria-label="Loading" role="status">
      <Skeleton h={24} w={180} />
      <Skeleton h={64} />
      <Skeleton h={64} />
      <Skeleton h={64} />
    </Stack>
  );
}
