import { Combobox, InputBase, ScrollArea, Text, useCombobox } from "@mantine/core";
import { ChevronDownIcon, PlusIcon } from "@primer/octicons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { pages } from "../routes.ts";
import { useCan } from "./me-context.ts";
import classes from "./project-switcher.module.css";
import { useProject } from "./use-project.ts";
import { useProjectSearch } from "./use-project-search.ts";

const newProject = "new";

/**
 * Chooses the project that the pages of the group Project show. On one of these, it leads to the same page of
 * another project.
 */
export function ProjectSwitcher() {
  const { project, projectId, projects, choose } = useProject();
  const [search, setSearch] = useState("");
  const { found, hasMore, isSearching } = useProjectSearch(search);
  const mayAdd = useCan("projects:write") && pages.some(({ path }) => path === "/projects/new");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const select = (id: string) => {
    combobox.closeDropdown();
    if (id === newProject) return void navigate({ to: "/projects/new" as string });
    choose(id);
    const page = pages.find(
      ({ path, nav }) => nav?.group === "project" && path.replace("$projectId", projectId ?? "") === pathname,
    );
    if (page) void navigate({ to: page.path.replace("$projectId", id) as string });
  };
  const name = project?.name ?? (projects.length === 0 ? "No project yet" : "Choose a project");
  if (projects.length === 0 && !mayAdd) return null;
  return (
    <Combobox store={combobox} onOptionSubmit={select} shadow="md" withinPortal={false}>
      <Combobox.Target targetType="button" withAriaAttributes>
        <InputBase
          component="button"
          type="button"
          pointer
          size="sm"
          rightSection={<ChevronDownIcon size={14} />}
          rightSectionPointerEvents="none"
          aria-label={`Project: ${name}`}
          onClick={() => combobox.toggleDropdown()}
          classNames={{ input: classes.button }}
        >
          <Text size="sm" truncate fw={500} component="span">
            {name}
          </Text>
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        {projects.length > 6 && (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Find a project"
            aria-label="Find a project"
          />
        )}
        <Combobox.Options aria-label="Projects">
          <ScrollArea.Autosize mah={320} type="auto">
            {found.map(({ id, name, repository }) => (
              <Combobox.Option key={id} value={id} active={id === projectId}>
                <Text size="sm" fw={id === projectId ? 600 : 400}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {shortRepository(repository)}
                </Text>
              </Combobox.Option>
            ))}
            {found.length === 0 && (
              <Combobox.Empty>{isSearching ? "Searching…" : "No such project"}</Combobox.Empty>
            )}
            {hasMore && <Combobox.Footer>There are more. Type a name to find them.</Combobox.Footer>}
          </ScrollArea.Autosize>
          {mayAdd && (
            <Combobox.Option value={newProject} className={classes.add}>
              <PlusIcon size={14} /> Add a project
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function shortRepository(repository: string): string {
  return repository.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/, "").replace(/\.git$/, "");
}
