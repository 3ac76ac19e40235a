import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type AuditKind, audit } from '#contract/audit.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { EntryTable } from './entry-table.tsx'

const shownEntries = 10

/** All objects of a kind, or one by its id. */
type ObjectLogProps = { about: AuditKind } | { object: string }

/** The last changes of objects in the audit log, and the way to all of them; nothing while there are none. */
export function ObjectLog(shown: ObjectLogProps) {
  const { data, error, refetch } = useQuery(
    read(audit.list, { query: { ...shown, limit: shownEntries } }),
  )
  if (!data?.length && !error) return null
  return (
    <section className="stack">
      <div className="cluster">
        <h2>Last changes</h2>
        <ButtonLink
          size="small"
          to={`${pathTo.auditLog}?${new URLSearchParams(shown)}`}
          icon={ScrollText}
        >
          All changes
        </ButtonLink>
      </div>
      <div className="table-card">
        {data ? (
          <EntryTable caption="Last changes, newest first" rows={data} />
        ) : (
          <FailedState title="The last changes could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        )}
      </div>
    </section>
  )
}
