import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Me } from "../../api/me.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";

export function ProfileCard({ me }: { me: Me }) {
  const [name, setName] = useState(me.name);
  const save = useAction(() => api.patch("/v2/me", { name: name.trim() }), {
    invalidates: ["/v2/me", "/v2/manage/members"],
    done: "Your name is changed.",
    showError: false,
  });
  return (
    <SectionCard title="Profile" about="Your name is shown with the jobs and reviews that you send.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={100}
            autoComplete="name"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {me.email} · {me.role}
          </Text>
          {save.error && <ErrorAlert error={save.error} />}
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={name.trim() === "" || name.trim() === me.name}
            >
              Save the name
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
