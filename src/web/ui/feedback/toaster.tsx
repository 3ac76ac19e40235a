import { useLazyModule } from '#web/lib/browser/lazy-module.ts'
import type { ToastAction, ToastLink } from './toast-list.tsx'

const load = () => import('./toast-list.tsx')

function show(
  type: 'success' | 'error',
  message: string,
  extras?: { action?: ToastAction | undefined; link?: ToastLink },
) {
  // Ignored: every toast repeats a lasting message.
  load().then(
    ({ showToast }) => showToast(type, message, extras),
    () => {},
  )
}

/** Shows a transient message. Failures also need a lasting message on the page. */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, { action }),
  /** With the way to where it can be seen. */
  successAt: (message: string, link: ToastLink) => show('success', message, { link }),
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
