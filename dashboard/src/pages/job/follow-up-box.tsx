import { Button, Text, Textarea } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { newIdempotencyKey } from "../../../../sdk/src/new-idempotency-key.ts";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { SubmitKeys } from "../../parts/submit-keys.tsx";
import classes from "./job-page.module.css";

const charactersMax = 32_768;

/**
 * Stays at the bottom of the page. A draft survives a reload; a message is sent once, however often the
 * button is pressed.
 */
export function FollowUpBox({ path, job, isExpired }: { path: string; job: JobRecord; isExpired: boolean }) {
  const [text, setText] = useLocalStorage({ key: `copydesk.follow-up.${job.id}`, defaultValue: "" });
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const send = useAction((prompt: string) => api.post(`${path}/message`, { prompt }, { idempotencyKey }), {
    invalidates: [path, "/v2/manage/jobs", "/v2/manage/inbox"],
    done:
      job.status === "active"
        ? "Sent. The agent reads it with its next step."
        : "Sent. The next turn begins.",
    onSuccess: () => {
      setText("");
      setKey(newIdempotencyKey());
    },
  });
  const why = whyNot(job, isExpired);
  const canSend = why === null && text.trim() !== "" && [...text].length <= charactersMax && !send.isPending;
  const submit = () => {
    if (canSend) send.mutate(text.trim());
  };
  if (why !== null)
    return (
      <Text mt="lg" size="sm" c="dimmed">
        {why}
      </Text>
    );
  return (
    <form
      className={classes.followUp}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.followUpFrame}>
        <Textarea
          variant="unstyled"
          aria-label="Follow-up"
          placeholder={
            job.status === "active" ? "Say something to the agent while it works" : "What should change now?"
          }
          autosize
          minRows={1}
          maxRows={10}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            // Another text is another message.
            if (send.isError) setKey(newIdempotencyKey());
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              submit();
            }
          }}
        />
        <div className={classes.followUpFoot}>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            <SubmitKeys /> sends it
          </Text>
          <Button type="submit" size="sm" ml="auto" disabled={!canSend} loading={send.isPending}>
            Send a follow-up
          </Button>
        </div>
      </div>
    </form>
  );
}

function whyNot(job: JobRecord, isExpired: boolean): string | null {
  if (isExpired) return "This job takes no follow-ups any more. Run it again to go on.";
  if (job.status === "archived") return "This job is archived. Unarchive it to send a follow-up.";
  return null;
}
