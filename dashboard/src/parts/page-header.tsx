import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../frame/page-title.ts";
import classes from "./page-header.module.css";

export interface PageHeaderProps {
  title: string;
  /** Title of the window, if it should say more than the heading. */
  windowTitle?: string;
  /** Purpose of the page, in one sentence. */
  description?: ReactNode;
  /** Content above the title, such as a link back. */
  above?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
}

/** Heading of a page; also sets the window's title. */
export function PageHeader({ title, windowTitle, description, above, actions }: PageHeaderProps) {
  usePageTitle(windowTitle ?? title);
  return (
    <header className={classes.header}>
      <Stack gap={4} className={classes.text}>
        {above}
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" size="sm" maw="var(--cd-measure)">
            {description}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </header>
  );
}
