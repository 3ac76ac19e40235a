import { useLater } from '#web/lib/browser/lazy-module.ts'

const load = () => import('./toast-list.tsx')

function show(type: 'success' | 'error', message: string) {
  // Nothing is said by a toast alone.
  load().then(
    ({ showToast }) => showToast(type, message),
    () => {},
  )
}

/** Says in passing what happened. The message also needs a lasting place when it is a failure. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
}

/** Mounted once by the layout; toasts that were quicker than their list wait for it. */
export function Toaster() {
  const list = useLater(load)
  return list && <list.ToastList />
}
