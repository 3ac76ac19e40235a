import { useLazyModule } from '#web/lib/browser/lazy-module.ts'
import type { ToastAction } from './toast-list.tsx'

const load = () => import('./toast-list.tsx')

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
  dismiss(id: string) {
    load().then(
      ({ dismissToast }) => dismissToast(id),
      () => {},
    )
  },
}

/** Mounted once by the layout; earlier toasts are queued. */
export function Toaster() {
  const list = useLazyModule(load)
  return list && <list.ToastList />
}
