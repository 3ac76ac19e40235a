import { useEffect, useRef, type RefObject } from 'react'

/**
 * Opens and closes a native modal dialog with the state; closing returns the focus to the opener.
 */
export function useModal(open: boolean, initialFocus?: RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return undefined
    element.showModal()
    initialFocus?.current?.focus()
    return () => element.close()
  }, [open, initialFocus])

  return dialog
}
