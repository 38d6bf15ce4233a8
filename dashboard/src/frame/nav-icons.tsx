import {
  BellIcon,
  BookIcon,
  CodeIcon,
  GearIcon,
  GlobeIcon,
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
  ZapIcon,
} from "@primer/octicons-react";

export const navIcons = {
  api: CodeIcon,
  bell: BellIcon,
  book: BookIcon,
  gear: GearIcon,
  globe: GlobeIcon,
  graph: GraphIcon,
  inbox: InboxIcon,
  key: KeyIcon,
  list: ListUnorderedIcon,
  log: LogIcon,
  pencil: PencilIcon,
  people: PeopleIcon,
  repo: RepoIcon,
  rules: LawIcon,
  trigger: ZapIcon,
  webhook: WebhookIcon,
} as const;

export type NavIcon = keyof typeof navIcons;
