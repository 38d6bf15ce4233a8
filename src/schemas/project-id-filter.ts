import { z } from "zod";

/** A project's id as it is asked for; whether there is such a project is another question. */
export const projectIdFilter = z.string().regex(/^prj_[0-9A-Za-z_-]{1,60}$/, "must be the id of a project");
