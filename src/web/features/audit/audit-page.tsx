import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Action, type AdminAction, adminActions, actionNames, audit } from '#contract/audit.ts'
import { columnTitles } from '#contract/product-fields/shapes.ts'
import { read } from '#web/lib/api/api.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { excerpt } from '#web/lib/format/format.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  useListParams,
} from '#web/lib/lists/list-params.ts'
import { Button } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { SearchBox } from '#web/ui/list/search-box.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { statedChanges } from './stated-changes.ts'

interface ShownActions extends ListParams {
  action: AdminAction | ''
  by: string
}

const searchLengthMax = 100

const list: ListDefinition<ShownActions> = {
  path: '/dashboard/auditLog',
  parseParams: (parameters) => ({
    action: oneOf<AdminAction | ''>(actionNames, parameters.get('action'), ''),
    by: (parameters.get('by') ?? '').slice(0, searchLengthMax),
    ...parseListParams(parameters),
  }),
}

/** The audit log: actions of admins with their targets, times and values before and after. */
export function AuditPage() {
  const { params, setParams } = useListParams(list)
  const { page: number, limit, action, by, q } = params
  const filter = { ...(action && { action }), ...(by && { by }), ...(q && { q }) }
  const page = useQuery({
    ...read(audit.list, { query: { ...filter, page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...read(audit.count, { query: filter }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <DashboardHead page="Audit Log" />
      <NumberedList
        list={list}
        params={params}
        setParams={setParams}
        page={page}
        total={toTotalCount(found, ({ count }) => count)}
        noun="actions"
        searchedIn="Product, account, order or id"
        tools={
          <>
            <SearchBox
              label="Done by"
              placeholder="Done by: email"
              value={by}
              onSearch={(text) => setParams({ by: text })}
            />
            <select
              className="select"
              aria-label="Action"
              value={action}
              onChange={({ target }) => setParams({ action: target.value as AdminAction | '' })}
            >
              <option value="">All actions</option>
              {actionNames.map((name) => (
                <option key={name} value={name}>
                  {adminActions[name]}
                </option>
              ))}
            </select>
          </>
        }
        renderEmpty={(showInstead) => (
          <EmptyState
            heading="h2"
            title={filter.q || filter.by || filter.action ? 'No matching actions' : 'Nothing yet'}
            actions={
              <Button onClick={() => showInstead({ q: '', by: '', action: '' })}>
                Show everything
              </Button>
            }
          />
        )}
      >
        {(rows) => (
          <DataTable caption="Actions, newest first" rows={rows} columns={columns} card={card} />
        )}
      </NumberedList>
    </>
  )
}

const what = ({ action, name, target }: Action) => (
  <span>
    <span className="table__main">{adminActions[action]}</span>
    <small>{name ?? target}</small>
  </span>
)

const who = ({ by, at }: Action) => (
  <span>
    {by}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)

const fields: Record<string, string> = {
  ...columnTitles,
  archived_at: 'Deleted',
  deactivated_at: 'Closed',
  fits: 'Fits',
  hidden_at: 'Hidden',
  is_universal: 'Fits every car',
  numbers: 'Numbers',
  replaced_by: 'Replaced by',
  role: 'Role',
  status: 'State',
}

const shownLength = 120
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

function shownText(text: string | null) {
  if (text === null) return <i>nothing</i>
  if (timestamp.test(text)) return dateTime(text)
  return text.length > shownLength ? `${excerpt(text, shownLength)}…` : text
}

const changes = ({ changes: all, reason }: Action) => (
  <div className="stack">
    <dl className="changes">
      {statedChanges(all).map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fields[field] ?? field}</dt>
          <dd>
            <del>{shownText(before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{shownText(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
    {reason && <small>Reason: {reason}</small>}
  </div>
)

const columns: Column<Action>[] = [
  { title: 'What', cell: what },
  { title: 'Who and when', cell: who },
  { title: 'Before and after', cell: changes },
]

const card = (action: Action) => (
  <>
    {what(action)}
    {who(action)}
    {changes(action)}
  </>
)
