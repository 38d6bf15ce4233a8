import { Button, Collapse, NavLink, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { NavLine } from "../../parts/links.tsx";
import type { Schema } from "./openapi-types.ts";
import type { ReferenceGroup } from "./read-reference.ts";
import classes from "./reference.module.css";

export interface ReferenceSidebarProps {
  groups: readonly ReferenceGroup[];
  schemas: Record<string, Schema> | undefined;
  text: string;
  onSearch: (text: string) => void;
  current: string | undefined;
}

/** On a narrow screen the list is folded until it is opened or searched. */
export function ReferenceSidebar({ groups, schemas = {}, text, onSearch, current }: ReferenceSidebarProps) {
  const isNarrow = useMediaQuery("(max-width: 62em)");
  const [isOpen, { toggle }] = useDisclosure(false);
  const names = Object.keys(schemas).filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <nav aria-label="Operations" className={classes.sidebar}>
      <TextInput
        label="Search the reference"
        placeholder="cancel, webhook, jobId …"
        type="search"
        value={text}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {isNarrow && text === "" && (
        <Button variant="default" fullWidth mt="xs" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? "Hide the list" : "Show the list"}
        </Button>
      )}
      <Collapse expanded={!isNarrow || isOpen || text !== ""}>
        <ScrollArea.Autosize mah="calc(100dvh - 14rem)" type="auto" mt="sm" viewportProps={{ tabIndex: 0 }}>
          <Stack gap="md">
            {groups.map((group) => (
              <div key={group.name}>
                <Text size="xs" fw={600} c="dimmed" mb={4}>
                  {group.name}
                </Text>
                {group.operations.map((operation) => (
                  <NavLine
                    key={operation.id}
                    to={`/reference/${operation.id}`}
                    label={operation.summary}
                    active={operation.id === current}
                    className={classes.line}
                    leftSection={
                      <span className={classes.method} data-method={operation.method}>
                        {operation.method}
                      </span>
                    }
                  />
                ))}
              </div>
            ))}
            {names.length > 0 && (
              <NavLink
                component="button"
                label="Schemas"
                defaultOpened={text !== "" || (current ?? "") in schemas}
                className={classes.line}
              >
                {names.map((name) => (
                  <NavLine
                    key={name}
                    to={`/reference/${name}`}
                    label={name}
                    active={name === current}
                    className={classes.line}
                  />
                ))}
              </NavLink>
            )}
            {groups.length === 0 && names.length === 0 && text !== "" && (
              <Text size="sm" c="dimmed">
                Nothing is named like that.
              </Text>
            )}
          </Stack>
        </ScrollArea.Autosize>
      </Collapse>
    </nav>
  );
}
