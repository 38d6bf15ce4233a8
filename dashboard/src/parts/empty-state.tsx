import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What will be here and how to get it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Explains what an empty place is for. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} gap={6} align="center">
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Text fw={550}>{title}</Text>
      {children && (
        <Text className={classes.text} size="sm" c="dimmed" ta="center" maw={440} component="div">
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}
