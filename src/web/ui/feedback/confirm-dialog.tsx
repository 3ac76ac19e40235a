import { useId, useRef, useState, type ReactNode } from 'react'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '../button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { useModal } from './use-modal.ts'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Describes the action and its object. */
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** Why the action became impossible while the dialog is open. */
  refusal?: string | undefined
  /** On success the dialog closes; on rejection it stays open and shows the error. */
  onConfirm: () => unknown
  variant?: 'danger' | 'primary'
}

/** Confirms an irreversible action; Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, cancelLabel } = props
  const { refusal, onConfirm, variant = 'danger' } = props
  const [problem, setProblem] = useState<string>()
  const said = refusal ?? problem
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
          {said && <ErrorLine>{said}</ErrorLine>}
          <div className="dialog__actions">
            <Button ref={cancel} onClick={close}>
              {cancelLabel}
            </Button>
            <Button variant={variant} aria-disabled={refusal !== undefined} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}
