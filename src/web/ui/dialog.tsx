import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { sentenceFor } from '#web/lib/problems.ts'
import { Button, IconButton } from './button.tsx'
import { ErrorLine } from './field.tsx'

/** Opens a native modal dialog with the state; closing it gives the focus back to the opener. */
function useModal(open: boolean, initialFocus?: RefObject<HTMLElement | null>) {
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

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean | undefined
  /** Whether a press beside the dialog closes it: never where something typed could be lost. */
  lightDismiss?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A modal dialog with a title and a Close button. Its content is mounted only while it is open. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, wide, lightDismiss, className, children } = props
  const dialog = useModal(open)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className={classNames('dialog', wide && 'dialog--wide', className)}
      aria-labelledby={titleId}
      closedby={lightDismiss ? 'any' : 'closerequest'}
      onClose={onClose}
    >
      {open && (
        <>
          <h2 className="dialog__title" id={titleId}>
            {title}
          </h2>
          {children}
          {/* Last, so that the content is what receives the focus. */}
          <IconButton className="dialog__close" label="Close" icon={X} plain onClick={onClose} />
        </>
      )}
    </dialog>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Names what is about to happen, to what. */
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** The dialog closes when this has succeeded; when it rejects, it stays open and says why. */
  onConfirm: () => unknown
  variant?: 'danger' | 'primary'
}

/** Asks before an act that cannot be undone; the way back has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, cancelLabel, onConfirm } = props
  const { variant = 'danger' } = props
  const [problem, setProblem] = useState<string>()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(open, cancel)
  const id = useId()

  function close() {
    setProblem(undefined)
    onClose()
  }

  async function confirm() {
    setProblem(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={close}
    >
      {open && (
        <>
          <h2 className="dialog__title" id={`${id}-title`}>
            {title}
          </h2>
          <div className="dialog__text" id={`${id}-text`}>
            {children}
          </div>
          {problem && <ErrorLine>{problem}</ErrorLine>}
          <div className="dialog__actions">
            <Button ref={cancel} onClick={close}>
              {cancelLabel}
            </Button>
            <Button variant={variant} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}
