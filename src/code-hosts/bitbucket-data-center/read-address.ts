import { AppError } from "../../errors.ts";
import { pathSegment } from "../path-segment.ts";
import { readOwnerAndName } from "../repository-address.ts";

export interface DataCenterAddress {
  /** Base URL of the API, for an instance at the repository's own web address. */
  apiUrl: string;
  /** In capitals, as on the host: `DOCS`, `~BOT`. */
  projectKey: string;
  slug: string;
}

/**
 * Parses `https://host/…/scm/<key>/<slug>.git` and `ssh://git@host:7999/<key>/<slug>.git`. The path before
 * `scm` is the instance's own. Throws `invalid_repository_url`.
 */
export function readAddress(repository: string): DataCenterAddress {
  const { origin, segments, owner, name } = readOwnerAndName(repository);
  const isHttp = /^https?:/i.test(repository);
  if (isHttp && segments.at(-3) !== "scm") {
    throw new AppError(
      "invalid_repository_url",
      `${repository} is not a clone URL of Bitbucket Data Center. Example: https://bitbucket.example.com/scm/docs/guide.git`,
    );
  }
  const instance = isHttp ? segments.slice(0, -3).map(pathSegment) : [];
  return {
    apiUrl: [origin, ...instance, "rest/api/1.0"].join("/"),
    projectKey: owner.toUpperCase(),
    slug: name.toLowerCase(),
  };
}
