import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { CurrentPassword, NewPassword, passwordMin } from "../sign-in/account-fields.tsx";

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
          <CurrentPassword label="Current password" value={current} onChange={setCurrent} />
          <NewPassword label="New password" value={next} onChange={setNext} />
          {change.error && <ErrorAlert error={change.error} />}
          <Group>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={current === "" || next.length < passwordMin}
            >
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
