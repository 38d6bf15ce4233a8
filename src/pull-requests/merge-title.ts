import type { PullRequestSettings } from "../store/project-settings.ts";

const charactersMax = 200;

/**
 * Returns the title of a merge: the project's template with `{{title}}`, `{{topic}}` and `{{number}}` filled
 * in, or the pull request's own title.
 */
export function mergeTitle(
  { squashTitle = "{{title}}" }: Pick<PullRequestSettings, "squashTitle">,
  { title, topic, number }: { title: string | null; topic: string | null; number: number },
): string {
  const fields = { title: title ?? "Documentation change", topic: topic ?? "", number: String(number) };
  const filled = squashTitle.replace(
    /\{\{(title|topic|number)\}\}/g,
    (_, name) => fields[name as keyof typeof fields],
  );
  return filled.replace(/\s+/g, " ").trim().slice(0, charactersMax) || fields.title;
}
