import type { ReactNode } from 'react'
import { shop } from '#web/content/shop.ts'
import { ErrorLine } from '../ui/form/field.tsx'

type DashboardHeadProps = {
  /** Page name for the document title. */
  page: string
  /** Heading, if it differs from `page`. */
  heading?: string
  /** Error of the last action on this page. */
  problem?: string | undefined
  /** Buttons and links beside the heading. */
  children?: ReactNode
}

/** Title, heading, actions and error line of a dashboard page. */
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
