import { useEffect, useSyncExternalStore } from "react";

let title = "Copydesk";
/** As shown; null for none. */
let running: string | null = null;
const listeners = new Set<() => void>();

function apply(): void {
  document.title = `${running === null ? "" : `(${running}) `}${title === "Copydesk" ? title : `${title} · Copydesk`}`;
  for (const listener of listeners) listener();
}

/** Sets the title of the window; the number of running jobs precedes it. */
export function usePageTitle(next: string): void {
  useEffect(() => {
    title = next;
    apply();
  }, [next]);
}

/** Shows running jobs in the title and in the favicon. */
export function showRunning(count: string | null): void {
  running = count;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = icon?.href.replace(
    /favicon[a-z-]*\.svg/,
    count === null ? "favicon.svg" : "favicon-running.svg",
  );
  if (icon && href && icon.href !== href) icon.href = href;
  apply();
}

/** Returns the current title, for the announcement of page changes. */
export function useTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
}
