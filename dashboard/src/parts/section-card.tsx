import { Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

export interface SectionCardProps {
  title: string;
  about?: string;
  children: ReactNode;
}

export function SectionCard({ title, about, children }: SectionCardProps) {
  const id = useId();
  return (
    <Paper withBorder radius="md" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb={about === undefined ? "md" : 0}>
        {title}
      </Title>
      {about !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {about}
        </Text>
      )}
      {children}
    </Paper>
  );
}
