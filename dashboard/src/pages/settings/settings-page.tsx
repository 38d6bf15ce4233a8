import { Stack } from "@mantine/core";
import { useCan, useMe } from "../../frame/me-context.ts";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { Appearance } from "./appearance.tsx";
import { InstanceFacts } from "./instance-facts.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { Sessions } from "./sessions.tsx";
import { ShareLinks } from "./share-links.tsx";

export default function SettingsPage() {
  const me = useMe();
  const isPerson = me.kind === "user";
  const seesLinks = useCan("jobs:write");
  return (
    <PageBody width="text">
      <PageHeader
        title="Settings"
        description="Your profile and sessions, and how this instance is set up."
      />
      <Stack gap="lg">
        {isPerson && <ProfileCard me={me} />}
        <Appearance />
        {isPerson && <PasswordCard />}
        {isPerson && <Sessions />}
        {seesLinks && <ShareLinks />}
        <InstanceFacts />
      </Stack>
    </PageBody>
  );
}
