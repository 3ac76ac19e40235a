import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type CloseButtonProps,
  type IconProps,
  toast,
  ToastContainer,
} from 'react-toastify/unstyled'
import { timeLeftText } from '#web/lib/format/format.ts'
import { Button, ButtonLink, IconButton } from '../button.tsx'

/** A button in a toast, and in its page too. */
export interface ToastAction {
  label: string
  /** Its object, if several toasts may have the same message. */
  object?: string
  /** Whether the toast shows how long the action is still possible, after its object. */
  countsDown?: boolean
  /** Identifies the toast, which closes when the action was done elsewhere. */
  id: string
  /** The time at which the toast closes, since the action is no longer possible; by `Date.now()`. */
  until: number
  onPress: () => unknown
}

/** Where a toast leads. */
export interface ToastLink {
  label: string
  to: string
}

interface Extras {
  action?: ToastAction | undefined
  link?: ToastLink | undefined
}

/** Shows a toast; queued until the list is mounted. */
export function showToast(
  type: 'success' | 'error',
  message: string,
  { action, link }: Extras = {},
) {
  const leftMs = action ? Math.max(0, action.until - Date.now()) : undefined
  const id = toast(
    ({ closeToast }) => (
      <div className="toast__content">
        <div>
          <p className="toast__text">{message}</p>
          {action?.object && (
            <small className="muted">
              {action.object}
              {action.countsDown && <TimeLeft until={action.until} />}
            </small>
          )}
        </div>
        {link && (
          <ButtonLink size="small" to={link.to} onClick={() => closeToast()}>
            {link.label}
          </ButtonLink>
        )}
        {action && (
          <Button
            size="small"
            onClick={() => {
              closeToast()
              return action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    ),
    {
      type,
      role: type === 'error' ? 'alert' : 'status',
      ...(action && { toastId: action.id, autoClose: leftMs ?? false }),
    },
  )
  if (!action) return
  // An earlier toast of the same action must not close this one.
  clearTimeout(closings.get(action.id))
  // Also while the pointer or the focus is on it, which prolongs other toasts.
  closings.set(
    action.id,
    setTimeout(() => {
      closings.delete(action.id)
      toast.dismiss(id)
    }, leftMs),
  )
}

/** The timers of toasts that close when their action is no longer possible. */
const closings = new Map<string, ReturnType<typeof setTimeout>>()

/** Closes a toast whose action was done elsewhere. */
export const dismissToast = (id: string) => toast.dismiss(id)

/** The toasts and their live region. */
export function ToastList() {
  const layer = useRef<HTMLDivElement>(null)

  // In the top layer the last opened element wins, so reopen the popover after a dialog.
  useEffect(() => {
    layer.current?.showPopover()
    return toast.onChange(({ status }) => {
      if (status !== 'added' || !document.querySelector('dialog:modal')) return
      layer.current?.hidePopover()
      layer.current?.showPopover()
    })
  }, [])

  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      const focused = document.activeElement?.closest('.Toastify__toast')
      if (focused) toast.dismiss(focused.id)
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <div ref={layer} className="toasts" popover="manual">
      <ToastContainer
        position="top-right"
        // specification: 'close after 5000 ms, top right'
        autoClose={5000}
        limit={3}
        pauseOnHover
        hideProgressBar
        transition={false}
        icon={StatusIcon}
        closeButton={CloseButton}
      />
    </div>
  )
}

/** Not announced: the live region would say it every second. */
function TimeLeft({ until }: { until: number }) {
  const [text, setText] = useState(() => timeLeftText(until - Date.now()))
  useEffect(() => {
    const ticking = setInterval(() => setText(timeLeftText(until - Date.now())), 1000)
    return () => clearInterval(ticking)
  }, [until])
  return <span aria-hidden="true">, {text}</span>
}

function StatusIcon({ type }: IconProps) {
  return type === 'error' ? <CircleAlert /> : <CircleCheck />
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return <IconButton label="Close" icon={X} plain onClick={closeToast} />
}
