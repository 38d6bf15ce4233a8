import { Kbd } from "@mantine/core";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that submit a form from its text area. */
export function SubmitKeys() {
  return (
    <>
      <Kbd size="xs">{isApple ? "⌘" : "Ctrl"}</Kbd> <Kbd size="xs">Enter</Kbd>
    </>
  );
}
