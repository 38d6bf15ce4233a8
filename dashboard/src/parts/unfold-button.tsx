import { Button } from "@mantine/core";

/** Shows the rest of what stands above or below it, and hides it again. */
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
