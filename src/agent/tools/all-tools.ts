import { checkTool } from "./check.ts";
import { citeTool } from "./cite.ts";
import { deleteTool } from "./delete.ts";
import { editTool } from "./edit.ts";
import { finishTool } from "./finish.ts";
import { listTool } from "./list.ts";
import { moveTool } from "./move.ts";
import { readTool } from "./read.ts";
import { searchTool } from "./search.ts";
import type { AgentTool } from "./tool.ts";
import { writeTool } from "./write.ts";

/** In the order that the model sees. */
export const allTools = [
  listTool,
  searchTool,
  readTool,
  editTool,
  writeTool,
  moveTool,
  deleteTool,
  checkTool,
  citeTool,
  finishTool,
] as unknown as readonly AgentTool[];
