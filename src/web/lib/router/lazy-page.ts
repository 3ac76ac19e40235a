import type { Page, PageComponent } from '#web/lib/router/routes.ts'

/** Loads a page's component on first navigation. Every page renders its own <title>. */
export const lazyPage = (load: () => Promise<PageComponent>) => async (): Promise<Page> => ({
  Component: await load(),
})
