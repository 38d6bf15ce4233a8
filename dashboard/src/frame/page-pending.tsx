import { Skeleton, Stack } from "@mantine/core";
import { PageBody } from "../parts/page-body.tsx";

/** Shown while a page's code is loading. */
export function PagePending() {
  return (
    <PageBody>
      <DataPending />
    </PageBody>
  );
}

/** Shown while a page's first data is loading. */
export function DataPending() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading" role="status">
      <Skeleton h={24} w={180} />
      <Skeleton h={64} />
      <Skeleton h={64} />
      <Skeleton h={64} />
    </Stack>
  );
}
