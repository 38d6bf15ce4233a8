import { ActionIcon, Group, Text } from "@mantine/core";
import { PencilIcon, TrashIcon } from "@primer/octicons-react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { EditDiff } from "../job/edit-diff.tsx";
import { lineChanges } from "../job/line-changes.ts";
import { CitationNote } from "./citation-note.tsx";
import type { CollectedComment, CollectedSuggestion } from "./collected-review.ts";
import { DraftForm } from "./draft-form.tsx";
import classes from "./line-notes.module.css";
import { keyOfPlace, nameLines, type Place, placeOfDraft } from "./places.ts";
import { useReview } from "./review-context.ts";
import type { ReviewCitation } from "./review-types.ts";

/**
 * Shows what belongs below a line: its sources, collected comments and suggestions, and the form of the
 * current draft.
 */
export function LineNotes({
  path,
  at,
}: {
  path: string;
  at: (place: Pick<Place, "side" | "line">) => boolean;
}) {
  const { collected, draft, citations } = useReview();
  const cited = citations.filter(
    (one) => one.path === path && one.line !== null && at({ side: "after", line: one.line }),
  );
  const comments = collected.comments.filter(
    (comment) => comment.path === path && comment.id !== draft?.id && at(comment),
  );
  const suggestions = collected.suggestions.filter(
    (one) => one.path === path && one.id !== draft?.id && at({ side: "after", line: one.endLine }),
  );
  const isDraftHere = draft !== null && draft.path === path && at(placeOfDraft(draft));
  if (cited.length + comments.length + suggestions.length === 0 && !isDraftHere) return null;
  return (
    <div className={classes.notes}>
      {cited.map((citation) => (
        <CitationNote key={keyOfCitation(citation)} citation={citation} />
      ))}
      {comments.map((comment) => (
        <CommentNote key={comment.id} comment={comment} />
      ))}
      {suggestions.map((suggestion) => (
        <SuggestionNote key={suggestion.id} suggestion={suggestion} />
      ))}
      {isDraftHere && <DraftForm key={draft.id} draft={draft} />}
    </div>
  );
}

/** Shows citations of paragraphs that a later turn has changed, so that they no longer belong to a line. */
export function LostCitations({ path }: { path: string }) {
  const { citations } = useReview();
  const lost = citations.filter((one) => one.path === path && one.line === null);
  if (lost.length === 0) return null;
  return (
    <div className={classes.notes}>
      {lost.map((citation) => (
        <CitationNote key={keyOfCitation(citation)} citation={citation} />
      ))}
    </div>
  );
}

function keyOfCitation({ line, text, source, file, startLine }: ReviewCitation): string {
  return `${line} ${source} ${file} ${startLine} ${text}`;
}

/** Returns the keys of all places on the page with notes. */
export function useNotedKeys(path: string): Set<string> {
  const { collected, draft, citations } = useReview();
  return new Set([
    ...citations.flatMap(({ path: cited, line }) =>
      cited === path && line !== null ? [keyOfPlace({ side: "after", line })] : [],
    ),
    ...collected.comments.filter((comment) => comment.path === path).map(keyOfPlace),
    ...collected.suggestions
      .filter((suggestion) => suggestion.path === path)
      .map(({ endLine }) => keyOfPlace({ side: "after", line: endLine })),
    ...(draft !== null && draft.path === path ? [keyOfPlace(placeOfDraft(draft))] : []),
  ]);
}

function CommentNote({ comment }: { comment: CollectedComment }) {
  const { edit, remove } = useReview();
  const lines = nameLines(comment.startLine, comment.line);
  return (
    <article className={classes.note} aria-label={`Comment on ${lines}`}>
      <NoteHead
        text={`Your comment on ${lines}${comment.side === "before" ? " of the page before" : ""}, not sent yet`}
        name={`comment on ${lines}`}
        onEdit={() => edit({ kind: "comment", ...comment })}
        onRemove={() => remove(comment.id)}
      />
      <p className={classes.body}>{showHidden(comment.body)}</p>
    </article>
  );
}

function SuggestionNote({ suggestion }: { suggestion: CollectedSuggestion }) {
  const { edit, remove } = useReview();
  const { path, startLine, endLine, expected, replacement } = suggestion;
  const lines = nameLines(startLine, endLine);
  return (
    <article className={classes.note} aria-label={`Suggestion for ${lines}`}>
      <NoteHead
        text={`Your suggestion for ${lines}, not applied yet`}
        name={`suggestion for ${lines}`}
        onEdit={() => edit({ kind: "suggestion", ...suggestion })}
        onRemove={() => remove(suggestion.id)}
      />
      <EditDiff place={{ path, lines: lineChanges(expected, replacement), more: 0 }} />
    </article>
  );
}

function NoteHead({
  text,
  name,
  onEdit,
  onRemove,
}: {
  text: string;
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed" flex={1}>
        {text}
      </Text>
      <ActionIcon size="sm" aria-label={`Edit the ${name}`} onClick={onEdit}>
        <PencilIcon size={14} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={`Remove the ${name}`} onClick={onRemove}>
        <TrashIcon size={14} />
      </ActionIcon>
    </Group>
  );
}
