import { Stack, Text, Title } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { PlainLink } from "../../parts/links.tsx";
import type { ReferenceGroup } from "./read-reference.ts";
import classes from "./reference.module.css";

/** Overview of all operations. */
export function OperationList({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <Stack gap="xl">
      {groups.map(({ name, description, operations }) => (
        <section key={name} aria-label={name}>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {description}
          </Text>
          <ul className={classes.operations}>
            {operations.map(({ id, method, summary, path }) => (
              <li key={id}>
                <PlainLink to={`/reference/${id}`} className={classes.row}>
                  <span className={classes.method} data-method={method}>
                    {method}
                  </span>
                  <Text span size="sm">
                    {summary}
                  </Text>
                  <span className={classes.path}>{breakAtSlashes(path)}</span>
                </PlainLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}

function breakAtSlashes(path: string): ReactNode[] {
  const parts = path.split("/");
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join("/")}>
      {index > 0 && "/"}
      <wbr />
      {part}
    </Fragment>
  ));
}
