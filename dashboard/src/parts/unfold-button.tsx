import { Button } from "@mantine/core";

/** Shows or hides the rest of the content above or below it. */
export function UnfoldButton({
  isOpen,
  onToggle,
  labels,
}: {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  labels: { show: string; hide: string };
}) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      aria-expanded={isOpen}
      onClick={() => onToggle(!isOpen)}
    >
      {isOpen ? labels.hide : labels.show}
    </Button>
  );
}
