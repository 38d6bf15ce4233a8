import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import { MeContext } from "./me-context.ts";
import classes from "./message-page.module.css";
import { usePageTitle } from "./page-title.ts";

/**
 * A page with a single message: what happened, why, and where to go next. Inside the frame it is part of its
 * page.
 */
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
  const isFramed = useContext(MeContext) !== null;
  return (
    <Stack {...(isFramed ? {} : alone)} className={classes.page} gap="sm">
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

const alone = { component: "main", id: "main", tabIndex: -1 } as const;
