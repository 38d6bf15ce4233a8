import { Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./folded-card.module.css";

export interface FoldedCardProps {
  /** An address that ends with `#id` opens the card. */
  id: string;
  title: string;
  about: string;
  /** Current settings in a line; shown while folded, too. */
  value: ReactNode;
  children: ReactNode;
}

/** A section of a long page that shows only its title and a line until it is opened. */
export function FoldedCard({ id, title, about, value, children }: FoldedCardProps) {
  const [isOpen, setOpen] = useState(() => location.hash === `#${id}`);
  return (
    <Paper
      withBorder
      radius="md"
      component="details"
      id={id}
      className={classes.card}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.summary}>
        <Title order={2}>{title}</Title>
        <div className={classes.value}>{value}</div>
      </summary>
      <div className={classes.body}>
        <Text size="sm" c="dimmed" mb="md">
          {about}
        </Text>
        {children}
      </div>
    </Paper>
  );
}
