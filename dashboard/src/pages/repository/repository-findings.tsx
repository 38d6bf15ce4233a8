import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { CheckCircleIcon, QuestionIcon, XCircleIcon } from "@primer/octicons-react";
import type { RepositoryFacts, RepositoryPermission } from "../../api/managed-project.ts";
import { Facts } from "../../parts/facts.tsx";
import { count } from "../job/fact.ts";
import { hostLabel } from "./host-names.ts";
import classes from "./repository.module.css";

/** Shows what was found: the facts, missing items with the place to get them, and each permission. */
export function RepositoryFindings({ found }: { found: RepositoryFacts }) {
  const { host, defaultBranch, generator, pages, otherSites, problems, permissions } = found;
  return (
    <Stack gap="md" aria-live="polite">
      <Facts
        facts={[
          ["Host", hostLabel(host)],
          ["Default branch", defaultBranch],
          ["Site generator", generator],
          ["Pages", pages === null ? null : pages.toLocaleString()],
          ...(otherSites.length === 0 ? [] : [furtherSites(otherSites)]),
        ]}
      />
      {problems.map(({ code, message, url }) => (
        <Alert key={`${code} ${message}`} color="yellow" variant="light" title={titleOf(code)}>
          <Text size="sm">{message}</Text>
          {url !== null && <TokenLink url={url} host={host} />}
        </Alert>
      ))}
      {permissions.length > 0 && (
        <ul className={classes.permissions} aria-label="Permissions">
          {permissions.map((permission) => (
            <Permission key={permission.name} permission={permission} host={host} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function furtherSites(sites: RepositoryFacts["otherSites"]): readonly [string, string] {
  const named = sites.map(
    ({ generator, folder, pages }) => `${generator} in ${folder}, ${count(pages, "page")}`,
  );
  return ["Further sites", named.join("; ")];
}

function Permission({ permission, host }: { permission: RepositoryPermission; host: string }) {
  const { name, ok, message, url } = permission;
  const Icon = ok === null ? QuestionIcon : ok ? CheckCircleIcon : XCircleIcon;
  const state = ok === null ? "unknown" : ok ? "granted" : "missing";
  return (
    <li className={classes.permission}>
      <span className={classes.mark} data-ok={ok ?? "unknown"}>
        <Icon size={16} aria-label={state} />
      </span>
      <div>
        <Text size="sm" fw={550} className={classes.name}>
          {name}
        </Text>
        {message !== "" && (
          <Text size="sm" c="dimmed">
            {message}
          </Text>
        )}
        {url !== null && ok !== true && <TokenLink url={url} host={host} />}
      </div>
    </li>
  );
}

/** Link to create a token with the needed permissions. */
function TokenLink({ url, host }: { url: string; host: string }) {
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer noopener">
      Create a token on {hostLabel(host)}
    </Anchor>
  );
}

const titles: Readonly<Record<string, string>> = {
  repository_unreachable: "The repository cannot be reached",
  repository_empty: "The repository is empty",
  repository_too_large: "The repository is too large",
  ref_not_found: "There is no such branch",
  url_not_allowed: "This address is not allowed",
  code_host_unauthorized: "A token is needed, or the one given is not accepted",
  code_host_forbidden: "A permission is missing",
  code_host_unavailable: "The code host does not respond",
  check_timeout: "Reading the site takes too long",
};

function titleOf(code: string): string {
  return titles[code] ?? "Something is missing";
}
