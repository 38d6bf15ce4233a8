import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { removeTrigger, rotateTrigger, type Trigger, triggersPath } from "../../api/triggers.ts";
import { useAction } from "../../api/use-api.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { TriggerDialog } from "./trigger-dialog.tsx";

type Asked = "test" | "change" | "rotate" | "remove" | null;

export interface TriggerActionsProps {
  trigger: Trigger;
  onSecret: (secret: string) => void;
}

export function TriggerActions({ trigger, onSecret }: TriggerActionsProps) {
  const { name, projectId } = trigger;
  const invalidates = [triggersPath(projectId)];
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const rotate = useAction(() => rotateTrigger(trigger), {
    invalidates,
    onSuccess: ({ secret }) => {
      close();
      if (secret !== null) onSecret(secret);
    },
  });
  const remove = useAction(() => removeTrigger(trigger), {
    invalidates,
    done: "The trigger is removed.",
    onSuccess: close,
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Test ${name}`}
        onClick={() => setAsked("test")}
      >
        Test
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" aria-label={`More for ${name}`}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked("change")}>Change</Menu.Item>
          {trigger.deliveryUrl !== null && (
            <Menu.Item onClick={() => setAsked("rotate")}>Rotate the secret</Menu.Item>
          )}
          <Menu.Item c="var(--cd-bad)" onClick={() => setAsked("remove")}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TestDialog opened={asked === "test"} trigger={trigger} onClose={close} />
      <TriggerDialog opened={asked === "change"} projectId={projectId} trigger={trigger} onClose={close} />
      <ConfirmDialog
        opened={asked === "rotate"}
        title="Rotate the secret"
        action="Create a new secret"
        isPending={rotate.isPending}
        onClose={close}
        onConfirm={() => rotate.mutate()}
      >
        The old secret stops working at once: deliveries still signed with it are refused.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "remove"}
        title={`Remove ${name}`}
        action="Remove the trigger"
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        It starts nothing any more, and its history is deleted. Its jobs and their pull requests stay.
      </ConfirmDialog>
    </>
  );
}
