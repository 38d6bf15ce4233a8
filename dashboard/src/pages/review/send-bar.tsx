import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { api } from "../../api/client.ts";
import { isProblem } from "../../api/problem-error.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { count } from "../job/fact.ts";
import { nameLines } from "./places.ts";
import { useReview } from "./review-context.ts";
import classes from "./send-bar.module.css";

interface Props {
  jobPath: string;
  invalidates: readonly string[];
  setSummary: (summary: string) => void;
  clearComments: () => void;
  clearSuggestions: () => void;
  /** Called when the branch has a commit of the reader's. */
  onApplied: () => void;
}

/**
 * Stays at the bottom of the page while something is collected: all comments are sent as one follow-up, all
 * suggestions as one commit.
 */
export function SendBar(props: Props) {
  const { collected } = useReview();
  const [dialog, setDialog] = useState<"comments" | "suggestions" | null>(null);
  const { comments, suggestions } = collected;
  const close = () => setDialog(null);
  if (comments.length + suggestions.length === 0) return null;
  return (
    <section className={classes.bar} aria-label="Collected comments">
      <Text size="sm" flex={1}>
        {[
          ...(comments.length > 0 ? [count(comments.length, "comment")] : []),
          ...(suggestions.length > 0 ? [count(suggestions.length, "suggestion")] : []),
        ].join(" and ")}{" "}
        collected
      </Text>
      {suggestions.length > 0 && (
        <Button variant={comments.length > 0 ? "default" : "filled"} onClick={() => setDialog("suggestions")}>
          Apply {count(suggestions.length, "suggestion")}
        </Button>
      )}
      {comments.length > 0 && <Button onClick={() => setDialog("comments")}>Send a follow-up</Button>}
      <Modal opened={dialog === "comments"} onClose={close} title="Send a follow-up" size="lg">
        <CommentsForm {...props} onClose={close} />
      </Modal>
      <Modal opened={dialog === "suggestions"} onClose={close} title="Apply the suggestions" size="lg">
        <SuggestionsForm {...props} onClose={close} />
      </Modal>
    </section>
  );
}

function CommentsForm({
  jobPath,
  invalidates,
  setSummary,
  clearComments,
  onClose,
}: Props & { onClose: () => void }) {
  const { path, headCommit, collected } = useReview();
  const navigate = useNavigate();
  const { comments, summary } = collected;
  const send = useAction(
    () =>
      api.post(`${path}/comments`, {
        headCommit,
        ...(summary.trim() !== "" && { summary: summary.trim() }),
        comments: comments.map(({ id: _, quote: __, ...comment }) => comment),
      }),
    {
      ...{ invalidates, showError: false, done: "Sent as one follow-up" },
      onSuccess: () => {
        clearComments();
        onClose();
        void navigate({ to: jobPath });
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          The agent gets {count(comments.length, "comment")} in one message and works on the same branch.
        </Text>
        {/* A list that is longer than the dialog is scrolled with the keys, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
        <ul className={classes.list} tabIndex={0} aria-label="Your comments">
          {comments.map(({ id, path: file, startLine, line, body }) => (
            <li key={id}>
              <Text size="xs" c="dimmed" ff="monospace">
                {showHidden(file)}, {nameLines(startLine, line)}
              </Text>
              <Text size="sm" className={classes.body}>
                {showHidden(body)}
              </Text>
            </li>
          ))}
        </ul>
        <Textarea
          label="Anything else? (optional)"
          autosize
          minRows={2}
          maxRows={8}
          value={summary}
          onChange={({ currentTarget }) => setSummary(currentTarget.value)}
        />
        {send.error && <ErrorAlert error={send.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send {count(comments.length, "comment")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SuggestionsForm({
  invalidates,
  clearSuggestions,
  onApplied,
  onClose,
}: Props & { onClose: () => void }) {
  const { path, headCommit, collected } = useReview();
  const { suggestions } = collected;
  const apply = useAction(
    (force: boolean) =>
      api.post(`${path}/suggestions`, {
        headCommit,
        suggestions: suggestions.map(({ id: _, ...suggestion }) => suggestion),
        ...(force && { force }),
      }),
    {
      ...{ invalidates, showError: false, done: "Applied as one commit in your name" },
      onSuccess: () => {
        clearSuggestions();
        onApplied();
        onClose();
      },
    },
  );
  const canForce = isProblem(apply.error, "suggestions_have_problems");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply.mutate(false);
      }}
    >
      <Stack>
        <Text size="sm">
          {count(suggestions.length, "suggestion")} on{" "}
          {count(new Set(suggestions.map((one) => one.path)).size, "page")} become one commit in your name on
          the job’s branch. The checks run on it first.
        </Text>
        {apply.error && <ErrorAlert error={apply.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {canForce && (
            <Button color="red" variant="light" loading={apply.isPending} onClick={() => apply.mutate(true)}>
              Apply it all the same
            </Button>
          )}
          <Button type="submit" loading={apply.isPending}>
            Apply {count(suggestions.length, "suggestion")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
