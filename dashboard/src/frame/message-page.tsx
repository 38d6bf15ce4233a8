import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./message-page.module.css";
import { usePageTitle } from "./page-title.ts";

/** A page that says one thing: what happened, why, and where to go on. */
export function MessagePage({
  title,
  children,
  code,
}: {
  title: string;
  children: ReactNode;
  code?: string;
}) {
  usePageTitle(title);
  return (
    <Stack component="main" id="main" tabIndex={-1} className={classes.page} gap="sm">
      {code && (
        <Text size="sm" c="dimmed" ff="monospace">
          {code}
        </Text>
      )}
      <Title order={1} size="h1">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
