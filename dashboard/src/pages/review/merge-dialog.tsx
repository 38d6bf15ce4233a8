import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import type { MergeMethod, Review } from "./review-types.ts";

const names: Record<MergeMethod, string> = { merge: "Merge commit", squash: "Squash" };
const whatHappens: Record<MergeMethod, string> = {
  merge: "All commits of the branch stay, joined by a merge commit.",
  squash: "The whole change becomes one commit on the base branch.",
};

interface Props {
  opened: boolean;
  onClose: () => void;
  path: string;
  review: Review;
  invalidates: readonly string[];
}

/** Asks how to merge, and shows what prevents it, such as conflicting files. */
export function MergeDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Merge this pull request">
      <MergeForm {...props} />
    </Modal>
  );
}

function MergeForm({ onClose, path, review, invalidates }: Props) {
  const { methods } = review.actions;
  const [method, setMethod] = useState<MergeMethod>(methods[0] ?? "merge");
  const [title, setTitle] = useState(review.title ?? "");
  const [deletesBranch, setDeletesBranch] = useState(true);
  const merge = useAction(
    () =>
      api.post(`${path}/merge`, {
        method,
        headCommit: review.headCommit,
        ...(title.trim() !== "" && { title: title.trim() }),
        deleteBranch: deletesBranch,
      }),
    { invalidates, done: "Merged", onSuccess: onClose, showError: false },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        merge.mutate();
      }}
    >
      <Stack>
        {methods.length > 1 && (
          <SegmentedControl
            aria-label="How to merge"
            data={methods.map((value) => ({ value, label: names[value] }))}
            value={method}
            onChange={(value) => setMethod(value as MergeMethod)}
          />
        )}
        <Text size="sm" c="dimmed">
          {whatHappens[method]}
        </Text>
        <TextInput
          label="Title of the commit"
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Checkbox
          label="Delete the branch afterwards"
          checked={deletesBranch}
          onChange={({ currentTarget }) => setDeletesBranch(currentTarget.checked)}
        />
        {merge.error && <ErrorAlert error={merge.error} title="It was not merged" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="green" loading={merge.isPending}>
            {method === "squash" ? "Squash and merge" : "Merge"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
