import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import {
  type CloseButtonProps,
  type IconProps,
  ToastContainer,
  toast as show,
} from 'react-toastify/unstyled'
import { IconButton } from './button.tsx'

const text = (message: string) => <p className="toast__text">{message}</p>

/** Says in passing what happened. The message also needs a lasting place when it is a failure. */
export const toast = {
  success: (message: string) => show.success(text(message), { role: 'status' }),
  error: (message: string) => show.error(text(message), { role: 'alert' }),
}

/** Mounted once by the layout: the toasts and the live region that reads them out. */
export function Toaster() {
  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      const focused = document.activeElement?.closest('.Toastify__toast')
      if (focused) show.dismiss(focused.id)
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      limit={3}
      pauseOnHover
      hideProgressBar
      transition={false}
      icon={StatusIcon}
      closeButton={CloseButton}
    />
  )
}

function StatusIcon({ type }: IconProps) {
  return type === 'error' ? <CircleAlert /> : <CircleCheck />
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return <IconButton label="Close" icon={X} plain onClick={closeToast} />
}
