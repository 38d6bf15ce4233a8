import { Code } from "@mantine/core";
import { FoldedCard } from "../../parts/folded-card.tsx";

/** Another agent is configured on the machine itself: its command runs on the workers. */
export function EngineFacts({ settings }: { settings: Record<string, unknown> }) {
  const command = (settings.engine as { command?: string[] } | undefined)?.command;
  const isOwn = settings.engine === undefined;
  return (
    <FoldedCard
      id="engine"
      title="Agent"
      value={isOwn ? "Copydesk's own" : (command?.[0] ?? "Another one")}
      about={`${isOwn ? "Copydesk's own agent edits. Another one is" : "Another agent edits. It is"} set on the machine that runs Copydesk, as it is a program there.`}
    >
      <Code block>{command === undefined ? "copydesk project set --engine" : command.join(" ")}</Code>
    </FoldedCard>
  );
}
