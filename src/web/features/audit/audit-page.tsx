import { X } from 'lucide-react'
import {
  actionNames,
  actionsAbout,
  type AdminAction,
  adminActions,
  audit,
  auditKinds,
  type AuditKind,
  titleOfKind,
} from '#contract/audit.ts'
import { EntryTable } from '#web/domain/audit/entry-table.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { read } from '#web/lib/api/api.ts'
import { managedList, type ParamsOf, sentFilter } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { ManagedList } from '#web/ui/list/managed-list.tsx'
import { SearchBox } from '#web/ui/list/search-box.tsx'

const textIn = (parameters: URLSearchParams, name: string, length: number) =>
  (parameters.get(name) ?? '').slice(0, length)

const list = managedList({
  path: pathTo.auditLog,
  noun: { one: 'change', many: 'changes' },
  searchedIn: 'Name, account, order or id',
  filters: (parameters) => ({
    about: oneOf<AuditKind | ''>(auditKinds, parameters.get('about'), ''),
    action: oneOf<AdminAction | ''>(actionNames, parameters.get('action'), ''),
    by: textIn(parameters, 'by', 100),
    /** The id of the only object that is shown. */
    object: textIn(parameters, 'object', 200),
  }),
})

type Filter = Pick<ParamsOf<typeof list>, 'about' | 'action' | 'by' | 'object'>

const everything = { about: '', action: '', by: '', object: '', q: '' } as const

/** The audit log: every change by an admin with its object, time and values before and after. */
export function AuditPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(audit.list, { query }),
    counts: (query) => read(audit.count, { query }),
  })
  const isFiltered = Object.keys(sentFilter(shown.params)).length > 0
  return (
    <>
      <DashboardHead page="Audit Log" />
      <ManagedList
        shown={shown}
        tools={<Tools filter={shown.params} setFilter={shown.setParams} />}
        renderEmpty={(showInstead) => (
          <EmptyState
            heading="h2"
            title={isFiltered ? 'No matching changes' : 'Nothing yet'}
            actions={<Button onClick={() => showInstead(everything)}>Show everything</Button>}
          />
        )}
      >
        {(rows) => <EntryTable caption="Changes, newest first" rows={rows} />}
      </ManagedList>
    </>
  )
}

type ToolsProps = { filter: Filter; setFilter: (change: Partial<Filter>) => void }

function Tools({ filter, setFilter }: ToolsProps) {
  const { about, action, by, object } = filter
  return (
    <>
      <SearchBox
        label="Done by"
        placeholder="Done by: email"
        value={by}
        onSearch={(text) => setFilter({ by: text })}
      />
      <select
        className="select"
        aria-label="Kind"
        value={about}
        onChange={({ target }) => setFilter({ about: target.value as AuditKind | '', action: '' })}
      >
        <option value="">All kinds</option>
        {auditKinds.map((kind) => (
          <option key={kind} value={kind}>
            {titleOfKind(kind)}
          </option>
        ))}
      </select>
      <select
        className="select"
        aria-label="Action"
        value={action}
        onChange={({ target }) => setFilter({ action: target.value as AdminAction | '' })}
      >
        <option value="">All actions</option>
        {(about ? actionsAbout(about) : actionNames).map((name) => (
          <option key={name} value={name}>
            {adminActions[name]}
          </option>
        ))}
      </select>
      {object && (
        <Button size="small" icon={X} onClick={() => setFilter({ object: '' })}>
          Changes of all objects
        </Button>
      )}
    </>
  )
}
