import { useEffect, useRef } from 'react'

/** Focuses the page's heading, where reading starts after a navigation. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Keeps the focus in a list whose rows lose their buttons. Call the returned function with the
 * pressed button; after it is unmounted, the next row's button receives the focus, else the
 * heading.
 */
export function useRowFocus() {
  const pending = useRef<{ pressed: HTMLElement; next: HTMLElement | undefined }>(undefined)

  // Runs after every render: the row and the confirm dialog close at different times.
  useEffect(() => {
    if (!pending.current || pending.current.pressed.isConnected) return
    if (document.activeElement !== document.body) return
    const { next } = pending.current
    pending.current = undefined
    if (next?.isConnected) next.focus()
    else focusHeading()
  })

  return (pressed: HTMLElement) => {
    pending.current = { pressed, next: buttonBelow(pressed) }
  }
}

/** The first button in the following rows. */
function buttonBelow(button: HTMLElement): HTMLElement | undefined {
  let row = button.closest('tr, li')?.nextElementSibling
  while (row) {
    const found = row.querySelector<HTMLElement>('button')
    if (found) return found
    row = row.nextElementSibling
  }
  return undefined
}
