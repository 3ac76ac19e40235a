import type { ComponentProps, MouseEvent } from 'react'
import type { NavigateOptions } from './router.ts'
import { useLocation, useRouter } from './router-view.tsx'
import { withoutSlashesAtEnd } from './routes.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  NavigateOptions & {
    /** An address of this shop. */
    to: string
  }

/** A link that changes the page without loading it anew, and makes it ready as soon as it is aimed at. */
export function Link({ to, replace, state, keepScroll, ...rest }: LinkProps) {
  const { navigate, prepare } = useRouter()
  const isAimedAt = () => prepare(to)

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    rest.onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void navigate(to, { replace, state, keepScroll })
  }

  return (
    // What it says comes with the rest.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a {...rest} href={to} onClick={handleClick} onPointerEnter={isAimedAt} onFocus={isAimedAt} />
  )
}

/** Anything else is the browser's: a new tab, a new window, a download. */
const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  event.currentTarget.target === ''

type NavLinkProps = LinkProps & {
  /** Whether only the page itself is meant, and none below it. */
  end?: boolean
}

/** A link that says when it leads to where one is. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  return <Link {...rest} aria-current={isAt(pathname, rest.to, end) ? 'page' : undefined} />
}

function isAt(pathname: string, to: string, end: boolean) {
  const here = slashed(pathname)
  return end ? here === slashed(to) : here.startsWith(slashed(to))
}

const slashed = (path: string) => `${withoutSlashesAtEnd(path.toLowerCase())}/`
