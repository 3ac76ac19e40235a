import type { ComponentProps, MouseEvent } from 'react'
import type { NavigateOptions } from './router.ts'
import { useLocation, useRouter } from './router-view.tsx'
import { withoutTrailingSlashes } from './routes.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  NavigateOptions & {
    /** Path, query and fragment within the shop. */
    to: string
  }

/** Client-side link; prefetches its target on hover and focus. */
export function Link({ to, replace, state, keepScroll, ...rest }: LinkProps) {
  const { navigate, prefetch } = useRouter()
  const handleAim = () => prefetch(to)

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    rest.onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(to, { replace, state, keepScroll })
  }

  return (
    // The content is in `rest`.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a {...rest} href={to} onClick={handleClick} onPointerEnter={handleAim} onFocus={handleAim} />
  )
}

/** Modified clicks are left to the browser: new tab, new window, download. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  event.currentTarget.target === ''

type NavLinkProps = LinkProps & {
  /** Match the exact path only, not the paths below it. */
  end?: boolean
}

/** A link with aria-current when its target is the current page. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  return <Link {...rest} aria-current={isAt(pathname, rest.to, end) ? 'page' : undefined} />
}

/** Whether this is the page of a path, or one below it unless `end` is set. */
export function isAt(pathname: string, to: string, end = false) {
  const here = slashed(pathname)
  return end ? here === slashed(to) : here.startsWith(slashed(to))
}

const slashed = (path: string) => `${withoutTrailingSlashes(path.toLowerCase())}/`
