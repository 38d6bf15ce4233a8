import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { emptyDraft, type JobDraft } from "./job-draft.ts";

const keyOf = (projectId: string) => `copydesk.new-job.${projectId}`;

/** Keeps the form's content in this browser, per project, until the job is started. */
export function useDraft(projectId: string, given: Partial<JobDraft>) {
  const [draft, setDraft] = useState<JobDraft>(() => ({ ...emptyDraft, ...read(projectId), ...given }));
  const save = useDebouncedCallback(() => write(projectId, draft), { delay: 250, flushOnUnmount: true });
  // A reload within the delay must not lose what was typed.
  useEffect(() => {
    const flush = () => save.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [save]);
  return {
    draft,
    change(part: Partial<JobDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      save();
    },
    forget() {
      save.cancel();
      localStorage.removeItem(keyOf(projectId));
    },
  };
}

function read(projectId: string): Partial<JobDraft> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(projectId)) ?? "{}") as Partial<JobDraft>;
  } catch {
    return {};
  }
}

function write(projectId: string, draft: JobDraft): void {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(draft));
  } catch {
    // A browser without room or permission does not keep it.
  }
}
