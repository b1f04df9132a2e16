import type { ButtonHTMLAttributes, ComponentPropsWithRef, ElementType, Ref } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';

interface Look {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** 48 px, or 34 px when small (CO-033, CO-034). */
  readonly small?: boolean;
  readonly wide?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Work is under way: the button stays focusable, is announced as busy, and ignores presses. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

const look = ({ kind = 'primary', small, wide }: Look, className?: string) =>
  classes(styles.button, styles[kind], small && styles.small, wide && styles.wide, className);

export function Button({
  kind = 'primary',
  small = false,
  wide = false,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={look({ kind, small, wide }, className)}
    />
  );
}

/** A link that looks like a button; `as` is the router's link, or an anchor. */
export function LinkButton<As extends ElementType = 'a'>({
  as,
  kind = 'primary',
  small = false,
  wide = false,
  className,
  ...rest
}: Look & { as?: As; className?: string } & Omit<ComponentPropsWithRef<As>, 'as' | 'className' | keyof Look>) {
  const Element: ElementType = as ?? 'a';
  return <Element {...rest} className={look({ kind, small, wide }, className)} />;
}
