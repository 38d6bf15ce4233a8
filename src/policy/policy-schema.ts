import { z } from "zod";
import { isRule } from "../schemas/check-rules.ts";
import { globCharactersMax } from "../text/match-glob.ts";

/** Path of the policy from the repository's root. */
export const policyPath = ".copydesk.yml";

/** Reading YAML cannot be interrupted: this many bytes take some milliseconds. */
export const policyBytesMax = 16_384;

/** Limit for all globs together: each path that a job writes is matched with each of them. */
const policyGlobCharactersMax = 8_000;

const glob = z
  .string()
  .min(1)
  .max(globCharactersMax)
  .refine(
    (text) => !text.startsWith("!"),
    "a glob cannot begin with !; list what jobs must not write under never",
  )
  .refine((text) => !text.split("/").includes(".."), "a path of the repository has no ..");

const globs = z.array(glob).max(100);

const rules = z.array(z.string().refine(isRule, "there is no such rule of the checks")).max(100).default([]);

const term = z.strictObject({
  use: z.string().trim().min(1).max(100).optional().meta({
    description: "What is written instead.",
  }),
  avoid: z
    .array(z.string().trim().min(2).max(100))
    .min(1)
    .max(20)
    .meta({ description: "Words that jobs may not add to prose." }),
  case: z
    .enum(["exact", "any"])
    .default("exact")
    .meta({ description: "exact: only these letters; any: however they are capitalised." }),
  plural: z.boolean().default(true).meta({ description: "Whether the plural is avoided as well." }),
});

const frontMatter = z.strictObject({
  required: z
    .array(z.string().regex(/^[\w-]{1,60}$/, "a key has letters, digits, _ and -"))
    .min(1)
    .max(50)
    .meta({ description: "Keys that a new page must have and that a change may not remove." }),
  in: globs.optional().meta({ description: "The pages that this applies to; all if left out." }),
});

/** Schema of `.copydesk.yml`: what a repository lets jobs do. It only narrows what its project allows. */
export const policySchema = z
  .strictObject({
    write: globs.min(1).optional().meta({ description: "Jobs write nothing else." }),
    never: globs.default([]).meta({ description: "Jobs never write these." }),
    frozen: globs.default([]).meta({ description: "Pages that stay as they are." }),
    languages: z
      .array(
        z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, "a language is written like en or pt-BR"),
      )
      .min(1)
      .max(50)
      .optional()
      .meta({
        description:
          "Languages that jobs write. Pages outside of language folders count as written in the first one.",
      }),
    versions: z
      .enum(["all", "current"])
      .default("all")
      .meta({ description: "current: the documentation of earlier versions stays as it is." }),
    terms: z.array(term).max(100).default([]),
    words: z
      .array(z.string().trim().min(1).max(100))
      .max(1_000)
      .default([])
      .meta({ description: "Words of the project that are no spelling mistakes." }),
    frontMatter: z.array(frontMatter).max(20).default([]),
    rules: z
      .strictObject({
        on: rules.meta({ description: "Rules of the checks that are applied, whatever the project says." }),
        strict: rules.meta({
          description: "Rules whose new problems hold a job back, whatever the project says.",
        }),
      })
      .optional()
      .meta({ description: "Checks that are stricter here than in the project's settings." }),
  })
  .superRefine((policy, { addIssue }) => {
    const all = [
      policy.write ?? [],
      policy.never,
      policy.frozen,
      ...policy.frontMatter.map((one) => one.in ?? []),
    ];
    const characters = all.flat().reduce((sum, { length }) => sum + length, 0);
    if (characters > policyGlobCharactersMax) {
      const message = `all globs together may have ${policyGlobCharactersMax} characters, these have ${characters}`;
      addIssue({ code: "custom", path: [], message });
    }
  })
  .meta({
    title: "Copydesk policy",
    description: "What Copydesk's jobs may do in this repository: .copydesk.yml at its root.",
  });

export type Policy = z.output<typeof policySchema>;
export type PolicyTerm = Policy["terms"][number];

/** JSON Schema of the file, for editors. */
export function policyJsonSchema(): object {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...z.toJSONSchema(policySchema, { target: "draft-7", io: "input" }),
  };
}
