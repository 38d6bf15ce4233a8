import { Button, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { ErrorAlert } from "../../parts/error-alert.tsx";

export interface CardFormProps {
  children: ReactNode;
  /** Label of the button. */
  action: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: () => void;
}

/** Fields on a card, the error if any, and a button as wide as the card. */
export function CardForm({ children, action, isPending, error, onSubmit }: CardFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {children}
        {error && <ErrorAlert error={error} />}
        <Button type="submit" loading={isPending} fullWidth mt={4}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
