import { Anchor, Badge, Group, Skeleton, Stack, Text } from "@mantine/core";
import { type Instance, instancePath } from "../../api/instance.ts";
import { useApi } from "../../api/use-api.ts";
import { useMe } from "../../frame/me-context.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Facts } from "../../parts/facts.tsx";
import { instanceAddress } from "../../parts/instance-address.ts";
import { SectionCard } from "../../parts/section-card.tsx";

/** Shows the operator's settings, which are changed on the machine by environment variables. */
export function InstanceFacts() {
  const { data, error } = useApi<Instance>(instancePath);
  const { publicUrl } = useMe();
  return (
    <SectionCard title="This instance" about="Set by the operator, in the environment of the service.">
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <Stack>
          <Facts
            facts={[
              ["Version", data.version],
              ["Address", publicUrl ?? instanceAddress()],
              ["Default model", data.defaultModel],
              ["Sign-in", signInOf(data)],
              ["Contact", <Contact key="contact" contact={data.contact} />],
            ]}
          />
          <Models models={data.models} />
        </Stack>
      )}
    </SectionCard>
  );
}

function Models({ models }: { models: Instance["models"] }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={6}>
        Models
      </Text>
      <Stack gap={6}>
        {models.map(({ id, available, reason }) => (
          <Group key={id} gap="xs">
            <Badge variant={available ? "light" : "default"} color={available ? "green" : "gray"} tt="none">
              {id}
            </Badge>
            {!available && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {reason ?? "Not available"}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </div>
  );
}

function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return "–";
  const href = contact.includes("://") ? contact : `mailto:${contact}`;
  return (
    <Anchor inherit href={href} rel="noreferrer noopener">
      {contact}
    </Anchor>
  );
}

function signInOf({ signIn }: Instance): string {
  return signIn.openId ? "E-mail address and password, or OpenID Connect" : "E-mail address and password";
}
