import { ActionIcon, Checkbox, Text } from "@mantine/core";
import { ChevronDownIcon, ChevronRightIcon } from "@primer/octicons-react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PathText } from "../../parts/path-text.tsx";
import { DiffTable } from "./diff-table.tsx";
import classes from "./file-card.module.css";
import { FileCounts } from "./file-counts.tsx";
import { FilePending } from "./file-pending.tsx";
import { LineNotes, LostCitations } from "./line-notes.tsx";
import { RenderedView } from "./rendered-view.tsx";
import { useReview } from "./review-context.ts";
import type { ReviewContents, ReviewFile, View } from "./review-types.ts";

interface Props {
  file: ReviewFile;
  view: View;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** One file of the change. Its text is loaded when it comes near the window. */
export function FileCard({ file, view, isOpen, onOpen }: Props) {
  const { collected, setViewed, headCommit } = useReview();
  const isViewed = collected.viewed[file.path] === headCommit;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  const path = showHidden(file.path);
  return (
    <section className={classes.card} aria-label={path}>
      <header className={classes.head}>
        <ActionIcon
          size="sm"
          aria-label={`${isOpen ? "Close" : "Open"} ${path}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <Chevron />
        </ActionIcon>
        <h2 className={classes.path} tabIndex={-1} data-path={file.path}>
          {file.oldPath !== null && file.oldPath !== file.path && (
            <>
              <PathText path={file.oldPath} /> →{" "}
            </>
          )}
          <PathText path={file.path} />
        </h2>
        <CopyButton value={file.path} name="the path" />
        <FileCounts file={file} />
        <Checkbox
          className={classes.viewed}
          size="xs"
          label="Viewed"
          aria-label={`Viewed: ${path}`}
          checked={isViewed}
          onChange={({ currentTarget: { checked } }) => {
            setViewed(file.path, checked);
            onOpen(!checked);
          }}
        />
      </header>
      {isOpen && <Contents file={file} view={view} />}
    </section>
  );
}

function Contents({ file, view }: { file: ReviewFile; view: View }) {
  const { path } = useReview();
  const { data, error } = useApi<ReviewContents>(`${path}/file?path=${encodeURIComponent(file.path)}`);
  if (error) return <ErrorAlert error={error} />;
  if (data === undefined) return <FilePending file={file} label="The file is being read" />;
  const note = noteOf(file, data);
  const isRendered = view === "rendered" && file.isPage && !file.isBinary;
  return (
    <>
      {data.unavailable && (
        <Text className={classes.note} size="sm" c="dimmed">
          {data.unavailable.message}
        </Text>
      )}
      {note !== null && (
        <Text className={classes.note} size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <LostCitations path={file.path} />
      {isRendered ? (
        <RenderedView contents={data} file={file} />
      ) : data.hunks.length > 0 ? (
        <DiffTable contents={data} isSplit={view === "split"} />
      ) : (
        <LineNotes path={file.path} at={() => true} />
      )}
    </>
  );
}

function noteOf(file: ReviewFile, { hunks, tooLarge }: ReviewContents): string | null {
  if (file.isBinary) return "This file is not text.";
  if (hunks.length > 0)
    return tooLarge ? "The whole file is too large to show: these are its changed lines." : null;
  if (file.status === "renamed") return "The file was moved; its text is the same.";
  return file.status === "added" ? "The new file is empty." : "No line differs.";
}
