import { Alert, Code, List, ScrollArea, Stack, Text } from "@mantine/core";
import type { InstructionsPreview } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { CodeWords } from "../../parts/code-words.tsx";
import { FoldedCard } from "../../parts/folded-card.tsx";

type Policy = InstructionsPreview["policy"];

/** The repository's own rules, which narrow those of this page and can be changed only by a pull request. */
export function PolicyCard({ policy }: { policy: Policy }) {
  return (
    <FoldedCard
      id="policy"
      title="Policy of the repository"
      value={describePolicy(policy)}
      about="A file of the base branch narrows what is set above: pages that stay, languages, terms, front matter. Jobs are held to it and never change it."
    >
      {policy === null ? (
        <Text size="sm">
          <CodeWords text="The base branch has no `.copydesk.yml`: the rules above are all there are." />
        </Text>
      ) : (
        <Stored policy={policy} />
      )}
    </FoldedCard>
  );
}

function describePolicy(policy: Policy): string {
  if (policy === null) return "None";
  return policy.problems.length === 0 ? policy.path : `${policy.path} cannot be read`;
}

function Stored({ policy: { path, text, rules, problems } }: { policy: NonNullable<Policy> }) {
  return (
    <Stack gap="sm">
      {problems.length > 0 && (
        <Alert color="red" variant="light" title="It cannot be read, so that no job begins">
          <List size="sm">
            {problems.map(({ line, column, message }) => (
              <List.Item key={`${line}:${column} ${message}`}>
                {`Line ${line}, column ${column}: ${message}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {rules !== null && <RuleLines rules={rules} />}
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0, role: "region", "aria-label": path }}>
        <Code block>{showHidden(text)}</Code>
      </ScrollArea.Autosize>
    </Stack>
  );
}

/** Shows the instructions for jobs; the first line names their source. */
function RuleLines({ rules }: { rules: string }) {
  const lines = rules.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  if (lines.length === 0) return null;
  return (
    <List size="sm">
      {lines.map((line) => (
        <List.Item key={line} style={{ overflowWrap: "anywhere" }}>
          {showHidden(line)}
        </List.Item>
      ))}
    </List>
  );
}
