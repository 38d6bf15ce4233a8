import { List, Text } from "@mantine/core";
import type { TranslationState } from "../../api/translations.ts";
import { PathText } from "../../parts/path-text.tsx";
import classes from "./translations.module.css";

/** Lists pages by the reason why the repository does not show whether they are behind. */
export function UnknownPages({ pages }: { pages: TranslationState["unknown"] }) {
  return Object.entries(Object.groupBy(pages, ({ reason }) => reason)).map(([reason, found = []]) => (
    <details key={reason}>
      <Text component="summary" size="sm" className={classes.unknown}>
        {found.length === 1 ? "1 page is" : `${found.length} pages are`} not known to be up to date, because{" "}
        {reason}
      </Text>
      <List size="sm" mt="xs">
        {found.map(({ path }) => (
          <List.Item key={path} className={classes.path}>
            <PathText path={path} />
          </List.Item>
        ))}
      </List>
    </details>
  ));
}
