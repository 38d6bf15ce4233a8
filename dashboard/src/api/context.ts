import type {
  AddContextRepositoryBody,
  ChangeContextRepositoryBody,
  ListContextRepositoriesAnswer,
  TestContextRepositoryAnswer,
} from "../../../sdk/src/generated-types.ts";
import { api } from "./client.ts";

export type ContextRepository = ListContextRepositoriesAnswer["data"][number];
export type ContextTest = TestContextRepositoryAnswer;
export type { AddContextRepositoryBody, ChangeContextRepositoryBody };

export const contextPath = (projectId: string) => `/v2/manage/projects/${projectId}/context`;

const onePath = ({ projectId, id }: ContextRepository) => `${contextPath(projectId)}/${id}`;

export const addContext = (projectId: string, body: AddContextRepositoryBody) =>
  api.post<ContextRepository>(contextPath(projectId), body);

export const changeContext = (repository: ContextRepository, body: ChangeContextRepositoryBody) =>
  api.patch<ContextRepository>(onePath(repository), body);

export const removeContext = (repository: ContextRepository) => api.delete(onePath(repository));

export const testContext = (repository: ContextRepository) =>
  api.post<ContextTest>(`${onePath(repository)}/test`);
