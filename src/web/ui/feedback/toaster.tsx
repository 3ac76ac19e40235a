import { useLazyModule } from '#web/lib/browser/lazy-module.ts'

const load = () => import('./toast-list.tsx')

/** A button in a toast, and in its page too. */
export interface ToastAction {
  label: string
  /** The time at which the toast closes, since the action is no longer possible; by `Date.now()`. */
  until: number
  onPress: () => unknown
}

function show(type: 'success' | 'error', message: string, action?: ToastAction) {
  // Ignored: every toast repeats a lasting message.
  load().then(
    ({ showToast }) => showToast(type, message, action),
    () => {},
  )
}

/** Shows a transient message. Failures also need a lasting message on the page. */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string) => show('error', message),
}

/** Mounted once by the layout; earlier toasts are queued. */
export function Toaster() {
  const list = useLazyModule(load)
  return list && <list.ToastList />
}
