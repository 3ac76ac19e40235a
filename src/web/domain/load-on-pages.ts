import { useLazyModule } from '#web/lib/browser/lazy-module.ts'

const loadOnPages = () => import('./on-pages.ts')

/** The personalised parts of public pages: the cart, the car and the prices of the account. */
export const useOnPages = () => useLazyModule(loadOnPages)
