import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from "@mantine/core";
import { createLink, type LinkComponent } from "@tanstack/react-router";
import { type ComponentProps, forwardRef } from "react";

interface LinkTarget {
  /** A path of this dashboard, with its parameters filled in. */
  to: string;
  search?: Record<string, string | undefined>;
}

// The router's routes come from a list, so it cannot know their types: paths are plain strings here.
function linkOf<Props>(component: unknown) {
  return createLink(component as never) as unknown as LinkComponent<never> as unknown as (
    props: Props & LinkTarget & { activeOptions?: { exact?: boolean; includeSearch?: boolean } },
  ) => React.ReactNode;
}

const AnchorBase = forwardRef<HTMLAnchorElement, AnchorProps & ComponentProps<"a">>((props, ref) => (
  <Anchor ref={ref} inherit underline="always" {...props} />
));
const ButtonBase = forwardRef<HTMLAnchorElement, ButtonProps & ComponentProps<"a">>((props, ref) => (
  <Button component="a" ref={ref} {...props} />
));
const NavBase = forwardRef<HTMLAnchorElement, NavLinkProps & ComponentProps<"a">>((props, ref) => (
  <NavLink component="a" ref={ref} {...props} />
));
const PlainBase = forwardRef<HTMLAnchorElement, ComponentProps<"a">>((props, ref) => (
  <a ref={ref} {...props} />
));

/** A link in text. */
export const TextLink = linkOf<AnchorProps & Omit<ComponentProps<"a">, "href">>(AnchorBase);
/** A link that looks like a button. */
export const LinkButton = linkOf<ButtonProps & Omit<ComponentProps<"a">, "href">>(ButtonBase);
/** A line of the navigation. */
export const NavLine = linkOf<NavLinkProps & Omit<ComponentProps<"a">, "href">>(NavBase);
/** An unstyled link, for rows and cards. */
export const PlainLink = linkOf<Omit<ComponentProps<"a">, "href">>(PlainBase);
