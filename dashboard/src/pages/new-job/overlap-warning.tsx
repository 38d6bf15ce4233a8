import { Alert, List, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { AlertIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { api } from "../../api/client.ts";
import { TextLink } from "../../parts/links.tsx";
import { PathText } from "../../parts/path-text.tsx";

interface Overlap {
  jobId: string;
  title: string | null;
  prLink: string | null;
  paths: string[];
}

const pathsShown = 3;

/** Warns that open pull requests change the same pages, before another one is made. */
export function OverlapWarning({
  projectId,
  prompt,
  paths,
}: {
  projectId: string;
  prompt: string;
  paths: readonly string[];
}) {
  const [settled] = useDebouncedValue(prompt.trim(), 600);
  const path = `/v2/manage/projects/${projectId}/overlaps`;
  const { data } = useQuery({
    queryKey: [path, settled, paths],
    queryFn: ({ signal }) =>
      api.post<{ data: Overlap[] }>(
        path,
        { prompt: settled, ...(paths.length > 0 ? { paths: [...paths] } : {}) },
        { signal },
      ),
    enabled: settled !== "" || paths.length > 0,
    staleTime: 30_000,
    retry: false,
  });
  const found = settled === "" && paths.length === 0 ? [] : (data?.data ?? []);
  if (found.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<AlertIcon size={16} />}
      title={
        found.length === 1
          ? "An open change touches the same pages"
          : `${found.length} open changes touch the same pages`
      }
      role="status"
    >
      <Text size="sm">
        Review {found.length === 1 ? "it" : "them"} first, or expect to resolve a conflict.
      </Text>
      <List size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
        {found.map(({ jobId, title, paths: touched }) => (
          <List.Item key={jobId}>
            <TextLink to={`/projects/${projectId}/jobs/${jobId}/review`}>
              {title ?? "A change without a title"}
            </TextLink>
            {touched.length > 0 && ": "}
            {touched.slice(0, pathsShown).map((page, index) => (
              <Fragment key={page}>
                {index > 0 && ", "}
                <PathText path={page} />
              </Fragment>
            ))}
            {touched.length > pathsShown && ` and ${touched.length - pathsShown} more`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
