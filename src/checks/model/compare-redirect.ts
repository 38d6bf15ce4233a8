import { pageOfRedirect } from "./follow-redirect.ts";
import { partitionOf, withoutPartition } from "./partition-of.ts";
import type { Resolution } from "./resolution.ts";
import type { Site } from "./site.ts";

type Redirected = Extract<Resolution, { kind: "redirect" }>;

const currentVersion = /^(?:latest|stable|current)$/;

/**
 * Whether a redirect only names the version or language that its address leaves open: `/spec/latest/tools`
 * and `/spec/tools` lead to `/spec/2.1/tools`, `/en/tools` to `/2.1/en/tools`. Such links are meant to follow
 * the site's choice.
 */
export function choosesVersion(site: Site, redirected: Redirected): boolean {
  const { from, to } = foldersOf(site, redirected);
  const open = from.filter((folder) => !currentVersion.test(folder)).join("/");
  const end = to.join("/");
  const isFolderMore = to.some(
    (folder, at) => partition(folder) !== "" && to.toSpliced(at, 1).join("/") === open,
  );
  if (isFolderMore) return pageOfRedirect(site, redirected.to) !== null;
  return partition(open) === "" && partition(end) !== "" && withoutPartition(`${end}/x`) === `${open}/x`;
}

/** Whether a redirect leads from one version or language to another. */
export function changesVersion(site: Site, redirected: Redirected): boolean {
  const { from, to } = foldersOf(site, redirected);
  return partition(from.join("/")) !== partition(to.join("/"));
}

function foldersOf({ configuration }: Site, { wanted: [wanted = ""], to }: Redirected) {
  const { docsRoot, routing } = configuration;
  const isPath = routing === null && docsRoot !== "" && `${wanted}/`.startsWith(`${docsRoot}/`);
  return {
    from: folders(isPath ? wanted.slice(docsRoot.length) : wanted),
    to: folders(to.replace(/[?#].*$/s, "")),
  };
}

function folders(address: string): string[] {
  return address.split("/").filter((folder) => folder !== "");
}

function partition(address: string): string {
  return partitionOf(`${address}/x`);
}
