import { Tabs } from "@mantine/core";
import { CodeBlock } from "./code-block.tsx";

export interface Snippet {
  title: string;
  code: string;
}

/** The same snippet in several languages, one shown at a time. */
export function SnippetTabs({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <Tabs defaultValue={snippets[0]?.title} keepMounted={false}>
      <Tabs.List mb="xs">
        {snippets.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ title, code }) => (
        <Tabs.Panel key={title} value={title}>
          <CodeBlock code={code} label={`${title} example`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
