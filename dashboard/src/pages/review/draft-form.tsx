import { Button, Group, Textarea } from "@mantine/core";
import classes from "./line-notes.module.css";
import { type Draft, nameLines, placeOfDraft } from "./places.ts";
import { useReview } from "./review-context.ts";

/** Writes a comment, or replacement lines for those on the page. */
export function DraftForm({ draft }: { draft: Draft }) {
  const { change, keep, discard, suggest, startSuggestion } = useReview();
  const isComment = draft.kind === "comment";
  const place = placeOfDraft(draft);
  const lines = nameLines(place.startLine, place.line);
  const isReady = isComment ? draft.body.trim() !== "" : draft.replacement !== draft.expected;
  const maySuggest = isComment && draft.side === "after" && suggest.allowed && draft.body.trim() === "";
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) keep();
      }}
      onKeyDown={(event) => {
        // Written text is only discarded by the button for that.
        if (event.key === "Escape" && !isReady) discard();
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (isReady) keep();
      }}
    >
      <Textarea
        autoFocus
        autosize
        minRows={isComment ? 3 : 1}
        maxRows={20}
        label={isComment ? `Comment on ${lines}` : `New text for ${lines}`}
        placeholder={isComment ? "What should be different here?" : undefined}
        classNames={isComment ? {} : { input: classes.code! }}
        value={isComment ? draft.body : draft.replacement}
        onChange={({ currentTarget: { value } }) =>
          change(isComment ? { ...draft, body: value } : { ...draft, replacement: value })
        }
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" disabled={!isReady}>
          {isComment ? "Add the comment" : "Add the suggestion"}
        </Button>
        <Button variant="default" size="xs" onClick={discard}>
          Cancel
        </Button>
        {maySuggest && (
          <Button variant="subtle" size="xs" ml="auto" onClick={() => startSuggestion(place, draft.quote)}>
            Write it yourself
          </Button>
        )}
      </Group>
    </form>
  );
}
