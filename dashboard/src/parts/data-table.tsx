import { Skeleton, Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { Spoken } from "./spoken.tsx";

export interface Column<Row> {
  /** Empty for a column of buttons. */
  head: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
}

export interface DataTableProps<Row> {
  /** Description of the list, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isLoading?: boolean;
  /** On a narrow screen, puts two values side by side; for short ones. */
  isCompact?: boolean;
}

/** A table; on a narrow screen each row becomes a card with the heads next to its values. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  isLoading = false,
  isCompact = false,
}: DataTableProps<Row>) {
  return (
    <div className={classes.frame} data-compact={isCompact}>
      <Table
        className={classes.table}
        aria-label={label}
        verticalSpacing="sm"
        highlightOnHover
        aria-busy={isLoading}
      >
        <Table.Thead className={classes.heads}>
          <Table.Tr>
            {columns.map(({ head, align }) => (
              <Table.Th key={head} ta={align ?? "left"}>
                {head === "" ? <Spoken>Actions</Spoken> : head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isLoading && rows.length === 0 && <LoadingRows columns={columns.length} />}
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} className={classes.row}>
              {columns.map(({ head, cell, align }) => (
                <Table.Td key={head} ta={align ?? "left"} className={classes.cell} data-head={head}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function LoadingRows({ columns }: { columns: number }) {
  return ["a", "b", "c"].map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton height={18} />
      </Table.Td>
    </Table.Tr>
  ));
}
