import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "../../frame/brand.tsx";
import { usePageTitle } from "../../frame/page-title.ts";
import classes from "./card.module.css";

/** Frame of all pages that are shown without a session. */
export function Card({ title, children, intro }: { title: string; intro?: ReactNode; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <div className={classes.brand}>
        <Brand size={28} />
      </div>
      <Paper className={classes.card}>
        <Stack gap="md">
          <div>
            <Title order={1}>{title}</Title>
            {intro && (
              <Text c="dimmed" size="sm" mt={4} component="div">
                {intro}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
