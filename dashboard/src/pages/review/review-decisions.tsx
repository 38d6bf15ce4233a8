import { Button, Menu, Text, Tooltip } from "@mantine/core";
import {
  CheckIcon,
  GitBranchIcon,
  GitMergeIcon,
  GitPullRequestClosedIcon,
  KebabHorizontalIcon,
} from "@primer/octicons-react";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client.ts";
import { type ActionOptions, useAction } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import classes from "./review-decisions.module.css";
import type { Ability, Review } from "./review-types.ts";

interface Props {
  /** Path of the review in the API. */
  path: string;
  review: Review;
  invalidates: readonly string[];
}

const notNow = "This is not possible now.";

type Dialog = "merge" | "approve" | "close" | "delete-branch" | null;

/** Approve, merge, close. Impossible decisions show the reason. */
export function ReviewDecisions({ path, review, invalidates }: Props) {
  const mayDecide = useCan("review:write");
  const [dialog, setDialog] = useState<Dialog>(null);
  const { actions, pullRequest } = review;
  if (!mayDecide || pullRequest === null) return null;
  const close = () => setDialog(null);
  const isOpen = pullRequest.state === "open";
  return (
    <>
      {isOpen && (
        <>
          <Decision ability={actions.approve} icon={<CheckIcon />} onClick={() => setDialog("approve")}>
            Approve
          </Decision>
          <Decision ability={actions.merge} icon={<GitMergeIcon />} isMain onClick={() => setDialog("merge")}>
            Merge
          </Decision>
        </>
      )}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" aria-label="Further decisions" px="xs">
            <KebabHorizontalIcon />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuDecision
            ability={actions.close}
            icon={<GitPullRequestClosedIcon />}
            onClick={() => setDialog("close")}
          >
            Close without merging
          </MenuDecision>
          <MenuDecision
            ability={actions.deleteBranch}
            icon={<GitBranchIcon />}
            onClick={() => setDialog("delete-branch")}
          >
            Delete the branch
          </MenuDecision>
        </Menu.Dropdown>
      </Menu>
      <MergeDialog opened={dialog === "merge"} onClose={close} {...{ path, review, invalidates }} />
      <Questions dialog={dialog} onClose={close} {...{ path, review, invalidates }} />
    </>
  );
}

function Questions({
  dialog,
  onClose,
  path,
  review,
  invalidates,
}: Props & { dialog: Dialog; onClose: () => void }) {
  const number = review.pullRequest?.number;
  const options = { invalidates, onSuccess: onClose };
  const approve = useDecision(`${path}/approve`, { ...options, done: "Approved" });
  const shut = useDecision(`${path}/close`, { ...options, done: `Pull request #${number} is closed` });
  const deleteBranch = useDecision(`${path}/delete-branch`, { ...options, done: "The branch is deleted" });
  const questions = [
    {
      ...{
        name: "approve",
        run: approve,
        body: { headCommit: review.headCommit },
        title: `Approve pull request #${number}?`,
        action: "Approve",
        danger: false,
      },
      text: "The approval is given on the code host, for the commit that you see here.",
    },
    {
      ...{
        name: "close",
        run: shut,
        body: undefined,
        title: `Close pull request #${number}?`,
        action: "Close it",
      },
      text: "Nothing is merged. The branch stays, so that it can be opened again on the code host.",
    },
    {
      ...{
        name: "delete-branch",
        run: deleteBranch,
        body: undefined,
        title: "Delete the branch?",
        action: "Delete the branch",
      },
      text: `${review.pullRequest?.branch} is removed from the repository. The job keeps its patch.`,
    },
  ];
  return questions.map(({ name, run, text, body, ...words }) => (
    <ConfirmDialog
      key={name}
      opened={dialog === name}
      onClose={() => {
        run.reset();
        onClose();
      }}
      isPending={run.isPending}
      error={run.error}
      onConfirm={() => run.mutate(body)}
      {...words}
    >
      {text}
    </ConfirmDialog>
  ));
}

function useDecision(path: string, options: ActionOptions<object | undefined, unknown>) {
  return useAction<object | undefined>((body) => api.post(path, body), { ...options, showError: false });
}

function Decision({
  ability,
  icon,
  isMain = false,
  onClick,
  children,
}: {
  ability: Ability;
  icon: ReactNode;
  isMain?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const button = (
    <Button
      variant={isMain ? "filled" : "default"}
      color={isMain ? "green" : undefined}
      leftSection={icon}
      // Only marked as disabled, so that the button keeps the focus and its reason can be read.
      data-disabled={!ability.allowed || undefined}
      aria-disabled={!ability.allowed}
      onClick={() => ability.allowed && onClick()}
    >
      {children}
    </Button>
  );
  return ability.allowed ? (
    button
  ) : (
    <Tooltip
      label={ability.why ?? notNow}
      multiline
      maw={300}
      events={{ hover: true, focus: true, touch: true }}
    >
      {button}
    </Tooltip>
  );
}

function MenuDecision({
  ability,
  icon,
  onClick,
  children,
}: {
  ability: Ability;
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Menu.Item
      // Not `disabled`, which the arrow keys skip: the reason must be readable.
      aria-disabled={!ability.allowed}
      className={ability.allowed ? undefined : classes.refused}
      closeMenuOnClick={ability.allowed}
      leftSection={icon}
      onClick={() => ability.allowed && onClick()}
    >
      {children}
      {!ability.allowed && (
        <Text size="xs" c="dimmed">
          {ability.why ?? notNow}
        </Text>
      )}
    </Menu.Item>
  );
}
