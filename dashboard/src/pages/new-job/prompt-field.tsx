import { Text, Textarea } from "@mantine/core";
import { useId } from "react";
import classes from "./prompt-field.module.css";
import { usePageCompletion } from "./use-page-completion.ts";

const promptMax = 32_768;
const countFrom = 30_000;

export interface PromptFieldProps {
  projectId: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  error?: string;
}

/** The prompt, with completion of page names after `@`; ⌘ or Ctrl and Enter submits. */
export function PromptField({ projectId, value, onChange, onSubmit, error }: PromptFieldProps) {
  const completion = usePageCompletion({ projectId, value, onChange });
  const listId = useId();
  const { pages, active, place } = completion;
  const length = [...value].length;
  return (
    <div className={classes.field} data-completion="">
      <Textarea
        ref={completion.area}
        id="prompt"
        label="What should change?"
        description="Name pages with @. Plain language works with a language model; the templates below work without one."
        placeholder={'Replace "API token" with "API key" in docs/authentication.md'}
        autosize
        minRows={7}
        maxRows={24}
        size="md"
        data-autofocus
        value={value}
        error={error ?? (length > promptMax ? `At most ${promptMax} characters` : undefined)}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          completion.look();
        }}
        onClick={completion.look}
        onBlur={completion.close}
        onKeyDown={(event) => {
          if (completion.onKeyDown(event)) return;
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          onSubmit();
        }}
        aria-autocomplete="list"
        aria-controls={pages.length > 0 ? listId : undefined}
        aria-activedescendant={pages.length > 0 ? `${listId}-${active}` : undefined}
      />
      {pages.length > 0 && (
        <div role="listbox" id={listId} aria-label="Pages" className={classes.list} style={place}>
          {pages.map((page, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text area's, which keeps the focus.
            <div
              key={page.path}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => completion.take(page)}
            >
              <span className={classes.path}>{page.path}</span>
              {page.title && <span className={classes.title}>{page.title}</span>}
            </div>
          ))}
        </div>
      )}
      {length > countFrom && (
        <Text size="xs" c="dimmed" ta="right">
          {length} of {promptMax}
        </Text>
      )}
    </div>
  );
}
