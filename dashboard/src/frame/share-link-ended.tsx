import { Text } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { LinkButton } from "../parts/links.tsx";
import { MessagePage } from "./message-page.tsx";

/** In place of the job that a link showed until now. */
export function ShareLinkEnded() {
  const { href } = useLocation();
  return (
    <MessagePage title="This link no longer works">
      <Text c="dimmed">
        It has expired or was revoked. Ask whoever sent it to you for another one, or sign in if you have an
        account.
      </Text>
      <div>
        <LinkButton to="/sign-in" search={{ next: href }} variant="default">
          Sign in
        </LinkButton>
      </div>
    </MessagePage>
  );
}
