import type { ReactNode } from 'react'
import { shop } from '#web/content/shop.ts'
import { ErrorLine } from '../ui/form/field.tsx'

type DashboardHeadProps = {
  /** Names the page in its title. */
  page: string
  /** What stands above the page, if not its name. */
  heading?: string
  /** Why what was asked of this page did not work. */
  problem?: string | undefined
  /** Buttons and links beside the heading. */
  children?: ReactNode
}

/** What a page of the dashboard begins with. */
export function DashboardHead({ page, heading = page, problem, children }: DashboardHeadProps) {
  return (
    <>
      <title>{`${page}-${shop.name}`}</title>
      <div className="page-head">
        <h1>{heading}</h1>
        {children && <div className="page-head__actions">{children}</div>}
      </div>
      {problem && (
        <div className="page-problem">
          <ErrorLine>{problem}</ErrorLine>
        </div>
      )}
    </>
  )
}
