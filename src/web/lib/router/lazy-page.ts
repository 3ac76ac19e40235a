import type { ComponentType } from 'react'
import type { Page } from '#web/lib/router/routes.ts'

/** Loads a page when somebody first goes there. Every page names itself with a <title>. */
export const page = (load: () => Promise<ComponentType>) => async (): Promise<Page> => ({
  Component: await load(),
})
