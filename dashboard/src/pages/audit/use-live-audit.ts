import { useEffect, useRef, useState } from "react";
import { type AuditEntry, auditPath } from "../../api/audit.ts";
import { followEvents } from "../../api/follow-events.ts";

/** Returns the entries that arrived since the page was loaded, newest first. */
export function useLiveAudit(query: string, isOn: boolean, newestId: number | null): readonly AuditEntry[] {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([]);
  // The stream begins after the first loaded entries and then continues by itself.
  const newest = useRef(newestId);
  newest.current = newestId;
  useEffect(() => {
    setEntries([]);
    if (!isOn) return;
    const controller = new AbortController();
    void followEvents(`${auditPath}${query}`, {
      ...(newest.current !== null && { lastEventId: String(newest.current) }),
      signal: controller.signal,
      onEvent: ({ data }) => {
        if (data === "") return;
        const entry = JSON.parse(data) as AuditEntry;
        setEntries((before) => [entry, ...before]);
      },
    });
    return () => controller.abort();
  }, [query, isOn]);
  return entries;
}
