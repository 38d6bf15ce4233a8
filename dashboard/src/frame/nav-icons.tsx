import {
  BellIcon,
  BookIcon,
  CodeIcon,
  GearIcon,
  GraphIcon,
  InboxIcon,
  KeyIcon,
  LawIcon,
  ListUnorderedIcon,
  LogIcon,
  PencilIcon,
  PeopleIcon,
  RepoIcon,
  WebhookIcon,
} from "@primer/octicons-react";

export const navIcons = {
  api: CodeIcon,
  bell: BellIcon,
  book: BookIcon,
  gear: GearIcon,
  graph: GraphIcon,
  inbox: InboxIcon,
  key: KeyIcon,
  list: ListUnorderedIcon,
  log: LogIcon,
  pencil: PencilIcon,
  people: PeopleIcon,
  repo: RepoIcon,
  rules: LawIcon,
  webhook: WebhookIcon,
} as const;

export type NavIcon = keyof typeof navIcons;
