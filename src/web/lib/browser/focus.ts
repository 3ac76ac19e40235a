import { useEffect, useRef } from 'react'

/** Puts the focus on the page's heading, where reading starts after a change of page. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Keeps the focus in a list whose rows lose their buttons. The function it gives is told of the
 * button that was pressed; once that is gone, the next row's button has the focus, else the heading.
 */
export function useRowFocus() {
  const left = useRef<{ pressed: HTMLElement; next: HTMLElement | undefined }>(undefined)

  // After every change: the row goes, and the dialog that asked closes, at times of their own.
  useEffect(() => {
    if (!left.current || left.current.pressed.isConnected) return
    if (document.activeElement !== document.body) return
    const { next } = left.current
    left.current = undefined
    if (next?.isConnected) next.focus()
    else focusHeading()
  })

  return (pressed: HTMLElement) => {
    left.current = { pressed, next: buttonBelow(pressed) }
  }
}

/** The first button of the rows below. */
function buttonBelow(button: HTMLElement): HTMLElement | undefined {
  let row = button.closest('tr, li')?.nextElementSibling
  while (row) {
    const found = row.querySelector<HTMLElement>('button')
    if (found) return found
    row = row.nextElementSibling
  }
  return undefined
}
