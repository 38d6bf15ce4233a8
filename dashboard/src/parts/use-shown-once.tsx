import { type ReactNode, useState } from "react";
import { ShownOnce, type ShownOnceProps } from "./shown-once.tsx";

export interface OnceDialog {
  dialog: ReactNode;
  show: (value: string) => void;
}

/** A dialog for a value that is shown only once: `show` opens it. */
export function useShownOnce(
  words: Omit<ShownOnceProps, "value" | "onClose" | "children">,
  more?: (value: string) => ReactNode,
): OnceDialog {
  const [value, show] = useState<string | null>(null);
  const dialog = (
    <ShownOnce {...words} value={value} onClose={() => show(null)}>
      {value !== null && more?.(value)}
    </ShownOnce>
  );
  return { dialog, show };
}
