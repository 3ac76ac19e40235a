import { useLazyModule } from '#web/lib/browser/lazy-module.ts'

const loadOnPages = () => import('./on-pages.ts')

/** The parts of public pages about their reader: the cart, the car and the prices of the account. */
export const useOnPages = () => useLazyModule(loadOnPages)
