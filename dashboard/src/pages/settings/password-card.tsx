import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";

const lengthMin = 12;

export function PasswordCard() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction(() => api.post("/v2/me/password", { current, next }), {
    invalidates: ["/v2/me/sessions"],
    done: "Your password is changed.",
    onSuccess: () => {
      setCurrent("");
      setNext("");
    },
    showError: false,
  });
  return (
    <SectionCard title="Password">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description={`At least ${lengthMin} characters.`}
            autoComplete="new-password"
            value={next}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
          />
          {change.error && <ErrorAlert error={change.error} />}
          <Group>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={current === "" || next.length < lengthMin}
            >
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
