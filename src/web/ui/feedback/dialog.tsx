import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from '../button.tsx'
import { useModal } from './use-modal.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean | undefined
  /** Whether a click outside closes it: never if typed input could be lost. */
  lightDismiss?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A modal dialog with a title and a Close button. Its content is mounted only while open. */
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
      // The event of a former close may come after the dialog was opened again.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
    >
      {open && (
        <>
          <h2 className="dialog__title" id={titleId}>
            {title}
          </h2>
          {children}
          {/* Last, so that the content receives the initial focus. */}
          <IconButton className="dialog__close" label="Close" icon={X} plain onClick={onClose} />
        </>
      )}
    </dialog>
  )
}
