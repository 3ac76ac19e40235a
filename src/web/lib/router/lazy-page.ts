import type { ComponentType } from 'react'
import type { Page } from '#web/lib/router/routes.ts'

/** Loads a page's component on first navigation. Every page renders its own <title>. */
export const lazyPage = (load: () => Promise<ComponentType>) => async (): Promise<Page> => ({
  Component: await load(),
})
