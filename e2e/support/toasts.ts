import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

interface Toast {
  role: string
  text: string
}

const toasts = new WeakMap<Page, Toast[]>()

const toastsOf = (page: Page) => toasts.get(page) ?? []

/** Records each toast of a context's pages: one is visible for five seconds only, which a busy machine may miss. */
export async function recordToasts(context: BrowserContext) {
  await context.exposeBinding('reportToast', ({ page }, toast: Toast) => {
    toasts.set(page, [...toastsOf(page), toast])
  })
  await context.addInitScript(() => {
    const { reportToast } = window as unknown as { reportToast(toast: Toast): void }
    const reported = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('.toast__text')) {
        if (reported.has(element)) continue
        reported.add(element)
        const role = element.closest('[role=alert], [role=status]')?.getAttribute('role')
        reportToast({ role: String(role), text: element.textContent })
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits for a toast with this text. A second one fails: a repeated toast is a repeated action. */
export async function expectToast(page: Page, text: string | RegExp, role?: 'alert' | 'status') {
  const shown = () =>
    toastsOf(page).filter(
      (toast) =>
        (role === undefined || toast.role === role) &&
        (typeof text === 'string' ? toast.text === text : text.test(toast.text)),
    )
  await expect.poll(shown, `the toast ${String(text)}`).toHaveLength(1)
  const [expected] = shown()
  toasts.set(
    page,
    toastsOf(page).filter((toast) => toast !== expected),
  )
}

/** Keeps toasts for two minutes, for tests of their look and behaviour. */
export const prolongToasts = (page: Page) =>
  page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync('.Toastify__progress-bar { animation-duration: 120s !important }')
    document.adoptedStyleSheets = [slow]
  })
