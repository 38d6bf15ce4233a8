import { Button, Group } from "@mantine/core";
import { fillTemplate, type Template, templates } from "./templates.ts";

/** Puts the sentence of a chore into the prompt and selects the part to be replaced. */
export function TemplateButtons({
  prompt,
  onChange,
}: {
  prompt: string;
  onChange: (prompt: string) => void;
}) {
  const use = (template: Template) => {
    const { text, start, end } = fillTemplate(template);
    const before = prompt.trim() === "" ? "" : `${prompt.trimEnd()}\n`;
    onChange(before + text);
    requestAnimationFrame(() => {
      const area = document.querySelector<HTMLTextAreaElement>("#prompt");
      area?.focus();
      area?.setSelectionRange(before.length + start, before.length + end);
    });
  };
  return (
    <Group gap={6} role="group" aria-label="Templates">
      {templates.map((template) => (
        <Button
          key={template.label}
          variant="default"
          size="compact-sm"
          fw={450}
          onClick={() => use(template)}
        >
          {template.label}
        </Button>
      ))}
    </Group>
  );
}
