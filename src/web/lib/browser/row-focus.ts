import { useEffect, useReducer, useRef } from 'react'
import { focusHeading } from './focus.ts'

/** The button with the focus, and where the focus goes after the button. */
interface Pending {
  pressed: HTMLElement
  row: Element | null
  next: HTMLElement | undefined
  /** What the press has started may still add a button to the row. */
  isBusy: boolean
}

/**
 * Keeps the focus in a list whose rows lose their buttons. Call the returned function with the
 * pressed button, and with what the press has started if that adds a button to the row. After it is
 * unmounted, the last button of its row receives the focus, such as the one that undoes the press;
 * when that is unmounted too or the row is gone, the next row's button, else the heading.
 */
export function useRowFocus() {
  const pending = useRef<Pending>(undefined)
  const [, render] = useReducer((count: number) => count + 1, 0)

  // Runs after every render: the row and the confirm dialog close at different times.
  useEffect(() => {
    if (!pending.current || pending.current.isBusy || pending.current.pressed.isConnected) return
    if (document.activeElement !== document.body) return
    const { row, next } = pending.current
    pending.current = undefined
    const inRow = row?.isConnected ? lastButtonOf(row) : undefined
    if (inRow) {
      pending.current = { pressed: inRow, row: null, next: buttonBelow(inRow), isBusy: false }
      inRow.focus()
    } else if (next?.isConnected) next.focus()
    else focusHeading()
  })

  return (pressed: HTMLElement, work?: Promise<unknown>) => {
    const row = pressed.closest(rows)
    const one = { pressed, row, next: buttonBelow(pressed), isBusy: work !== undefined }
    pending.current = one
    const end = () => {
      one.isBusy = false
      // The effect runs after it, and after what the work has changed.
      render()
    }
    work?.then(end, end)
  }
}

const rows = 'tr, li'

const lastButtonOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')].at(-1)

/** The first button in the following rows. */
function buttonBelow(button: HTMLElement): HTMLElement | undefined {
  let row = button.closest(rows)?.nextElementSibling
  while (row) {
    const found = row.querySelector<HTMLElement>('button')
    if (found) return found
    row = row.nextElementSibling
  }
  return undefined
}
