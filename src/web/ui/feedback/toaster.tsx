import { useLazyModule } from '#web/lib/browser/lazy-module.ts'

const load = () => import('./toast-list.tsx')

function show(type: 'success' | 'error', message: string) {
  // Ignored: every toast repeats a lasting message.
  load().then(
    ({ showToast }) => showToast(type, message),
    () => {},
  )
}

/** Shows a transient message. Failures also need a lasting message on the page. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
}

/** Mounted once by the layout; earlier toasts are queued. */
export function Toaster() {
  const list = useLazyModule(load)
  return list && <list.ToastList />
}
