import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { CheckIcon, CopyIcon } from "@primer/octicons-react";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

/** Copies a text and confirms it. A text button with `label`, else an icon. */
export function CopyButton({ value, label, name }: { value: string; label?: string; name?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(value).then(() => setCopied(true));
  const Icon = copied ? CheckIcon : CopyIcon;
  if (label !== undefined)
    return (
      <Button variant="default" size="xs" leftSection={<Icon size={14} />} onClick={copy}>
        {copied ? "Copied" : label}
      </Button>
    );
  const words = copied ? "Copied" : `Copy ${name ?? ""}`.trim();
  return (
    <Tooltip label={words}>
      <ActionIcon size="sm" onClick={copy} aria-label={words}>
        <Icon size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
