import { Skeleton, Stack } from "@mantine/core";
import { PageBody } from "../parts/page-body.tsx";

/** While a page's code is on its way. */
export function PagePending() {
  return (
    <PageBody>
      <DataPending />
    </PageBody>
  );
}

/** On a page whose first data is on its way. */
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
