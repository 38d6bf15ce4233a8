import { z } from "zod";

/** A project's id in a filter; it is not checked whether the project exists. */
export const projectIdFilter = z.string().regex(/^prj_[0-9A-Za-z_-]{1,60}$/, "must be the id of a project");
