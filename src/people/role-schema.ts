import { z } from "zod";
import { roles } from "./permissions.ts";

export const role = z.enum(roles);
