import { TextInput } from "@mantine/core";
import { CheckIcon, FileDirectoryFillIcon, FileIcon, SearchIcon } from "@primer/octicons-react";
import { useMemo, useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { FileCounts } from "./file-counts.tsx";
import { type TreeNode, toFileTree } from "./file-tree.ts";
import classes from "./file-tree-panel.module.css";
import { useReview } from "./review-context.ts";
import type { ReviewFile } from "./review-types.ts";

const searchedFilesMin = 8;

interface Props {
  files: readonly ReviewFile[];
  currentPath: string | undefined;
  onShow: (path: string) => void;
}

/** Shows the files in their folders, with marks for viewed ones. */
export function FileTreePanel({ files, currentPath, onShow }: Props) {
  const [words, setWords] = useState("");
  const nodes = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return toFileTree(files.filter(({ path }) => path.toLowerCase().includes(wanted)));
  }, [files, words]);
  return (
    <nav className={classes.panel} aria-label="Changed files">
      {files.length >= searchedFilesMin && (
        <TextInput
          size="xs"
          mb={6}
          aria-label="Find a file"
          placeholder="Find a file"
          leftSection={<SearchIcon size={14} />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      <Nodes nodes={nodes} currentPath={currentPath} onShow={onShow} />
    </nav>
  );
}

function Nodes({
  nodes,
  currentPath,
  onShow,
}: Pick<Props, "currentPath" | "onShow"> & { nodes: readonly TreeNode<ReviewFile>[] }) {
  return (
    <ul className={classes.nodes}>
      {nodes.map((node) =>
        node.kind === "folder" ? (
          <li key={`${node.path}/`}>
            <span className={classes.folder}>
              <FileDirectoryFillIcon size={14} />
              <span className={classes.name}>{showHidden(node.name)}</span>
            </span>
            <Nodes nodes={node.children} currentPath={currentPath} onShow={onShow} />
          </li>
        ) : (
          <li key={node.file.path}>
            <FileLine node={node} isCurrent={node.file.path === currentPath} onShow={onShow} />
          </li>
        ),
      )}
    </ul>
  );
}

function FileLine({
  node: { name, file },
  isCurrent,
  onShow,
}: {
  node: { name: string; file: ReviewFile };
  isCurrent: boolean;
  onShow: (path: string) => void;
}) {
  const { collected, headCommit } = useReview();
  const isViewed = collected.viewed[file.path] === headCommit;
  const notes = [...collected.comments, ...collected.suggestions].filter(
    ({ path }) => path === file.path,
  ).length;
  return (
    <button
      type="button"
      className={classes.file}
      aria-current={isCurrent ? "true" : undefined}
      data-viewed={isViewed}
      title={showHidden(file.path)}
      onClick={() => onShow(file.path)}
    >
      {isViewed ? <CheckIcon size={14} aria-label="Viewed" /> : <FileIcon size={14} />}
      <span className={classes.name}>{showHidden(name)}</span>
      {notes > 0 && <span className={classes.notes}>{notes === 1 ? "1 note" : `${notes} notes`}</span>}
      <FileCounts file={file} />
    </button>
  );
}
