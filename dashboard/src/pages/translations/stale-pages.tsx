import { Code, Text } from "@mantine/core";
import type { StalePage } from "../../api/translations.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { PathText } from "../../parts/path-text.tsx";
import { Time } from "../../parts/time.tsx";
import classes from "./translations.module.css";

const columns: readonly Column<StalePage>[] = [
  { head: "Page", cell: ({ path, source }) => <Page path={path} source={source} /> },
  {
    head: "Changed blocks",
    cell: ({ staleBlocks, blocks }) => `${staleBlocks} of ${blocks}`,
    align: "right",
  },
  { head: "Up to date until", cell: ({ upTo }) => <UpTo upTo={upTo} /> },
];

export function StalePages({ language, pages }: { language: string; pages: readonly StalePage[] }) {
  return (
    <DataTable
      label={`Pages behind their source: ${language}`}
      columns={columns}
      rows={pages}
      rowKey={({ path }) => path}
    />
  );
}

function Page({ path, source }: Pick<StalePage, "path" | "source">) {
  return (
    <>
      <span className={classes.path}>
        <PathText path={path} />
      </span>
      <Text size="xs" c="dimmed" className={classes.path}>
        of <PathText path={source} />
      </Text>
    </>
  );
}

function UpTo({ upTo }: Pick<StalePage, "upTo">) {
  if (upTo === null) return "Not known";
  return (
    <span className={classes.commit}>
      {upTo.at && <Time at={upTo.at} as="day" />}
      <Code>{upTo.commit.slice(0, 8)}</Code>
    </span>
  );
}
