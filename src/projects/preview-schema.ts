import { z } from "zod";
import { plainText } from "../schemas/plain-text.ts";
import { refName } from "../schemas/ref-name.ts";
import { givenCredentials } from "./check-credentials.ts";
import { hostName, hostUrl } from "./host-schemas.ts";

export const previewRepositoryInput = z.strictObject({
  /** URL of the repository. */
  repository: plainText({ max: 2_000 }),
  host: hostName.optional(),
  hostUrl: hostUrl.optional(),
  ref: refName.optional(),
  credentials: givenCredentials.optional(),
});

const url = z
  .string()
  .nullable()
  .meta({ description: "Where to get what is missing; null if there is no particular place." });

const fields = {
  repository: z.string(),
  host: z.string(),
  hostUrl: z.string().nullable(),
  defaultBranch: z
    .string()
    .nullable()
    .meta({ description: "The branch that jobs would start from; null if it could not be read." }),
  generator: z
    .string()
    .nullable()
    .meta({ description: "For example mkdocs or mintlify; null if not known, or not read." }),
  pages: z.int().nullable(),
  otherSites: z.array(z.object({ generator: z.string(), folder: z.string(), pages: z.int() })).meta({
    description: "Further documentation sites of the repository, each with the folder of its pages.",
  }),
  problems: z.array(z.object({ code: z.string(), message: z.string(), url })).meta({
    description: "What stands in the way of a job, such as a missing token or an unknown certificate.",
  }),
  permissions: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean().nullable().meta({ description: "null: the host does not say." }),
      message: z.string(),
      url,
    }),
  ),
};

/** Findings about a repository before anything is saved. */
export const repositoryPreview = z.object(fields).meta({ description: "What is behind an address." });

export type RepositoryPreview = z.output<typeof repositoryPreview>;

/** The same findings for a project's repository and stored credentials. */
export const connectionTest = z
  .object({ ...fields, checkedAt: z.iso.datetime({ precision: 3 }) })
  .meta({ description: "What a project's jobs would find now." });

export type ConnectionTest = z.output<typeof connectionTest>;
