import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  manageSearch,
  type SynonymChange,
  type SynonymGroup,
} from '#contract/search/manage-search.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  useListParams,
} from '#web/lib/lists/list-params.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { SynonymsForm } from './synonyms-form.tsx'
import { termsText } from './terms.ts'

interface ShownSynonyms extends ListParams {
  /** A search without result, to write synonyms for. */
  term: string
}

const list: ListDefinition<ShownSynonyms> = {
  path: '/dashboard/synonyms',
  parseParams: (parameters) => ({
    term: (parameters.get('term') ?? '').slice(0, 60),
    ...parseListParams(parameters),
  }),
}

/** The terms that the search takes for one another: those of the trade, and the owner's. */
export function SynonymsPage() {
  const { params, setParams } = useListParams(list)
  const { q, limit, page: number, term } = params
  const filter = q ? { q } : {}
  const page = useQuery({
    ...read(manageSearch.synonyms, { query: { ...filter, page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...read(manageSearch.count, { query: filter }),
    placeholderData: keepPreviousData,
  })
  const [edited, setEdited] = useState<SynonymGroup>()
  const [removed, setRemoved] = useState<SynonymGroup>()
  const { add, change, remove } = useSynonymChanges()

  async function save(terms: string[]) {
    if (edited) await change({ group: edited, terms })
    else await add(terms)
    toast.success(edited ? 'The synonyms are saved' : 'The synonyms are added')
    setEdited(undefined)
    if (term) setParams({ term: '' })
  }

  const actions = (group: SynonymGroup) => (
    <span className="cluster">
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Change ${group.terms[0]}`}
        onClick={() => setEdited(group)}
      >
        Change
      </Button>
      <Button
        size="small"
        icon={Trash2}
        aria-label={`Remove ${group.terms[0]}`}
        onClick={() => setRemoved(group)}
      >
        Remove
      </Button>
    </span>
  )
  const columns: Column<SynonymGroup>[] = [
    { title: 'Terms', cell: terms },
    { title: 'From', cell: origin },
    { title: 'Actions', cell: actions },
  ]
  const card = (group: SynonymGroup) => (
    <>
      {terms(group)}
      {origin(group)}
      {actions(group)}
    </>
  )

  return (
    <>
      <DashboardHead page="Synonyms" />
      <SynonymsForm
        key={edited?._id ?? term}
        group={edited}
        suggested={term}
        onSave={save}
        onCancel={() => setEdited(undefined)}
      />
      <NumberedList
        list={list}
        params={params}
        setParams={setParams}
        page={page}
        total={toTotalCount(found, ({ count }) => count)}
        noun="synonyms"
        searchedIn="Part of a term"
        renderEmpty={(showInstead) => (
          <EmptyState
            heading="h2"
            title={q ? 'No matching synonyms' : 'No synonyms yet'}
            actions={q && <Button onClick={() => showInstead({ q: '' })}>Show all</Button>}
          />
        )}
      >
        {(rows) => (
          <DataTable
            caption="Synonyms by their first term"
            rows={rows}
            columns={columns}
            card={card}
          />
        )}
      </NumberedList>
      <LastChanges />
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title="Remove these synonyms?"
        confirmLabel="Remove"
        cancelLabel="Keep"
        onConfirm={async () => {
          if (removed) await remove(removed)
          toast.success('The synonyms are removed')
        }}
      >
        A search for one of “{removed && termsText(removed.terms)}” no longer finds the others.
      </ConfirmDialog>
    </>
  )
}

const terms = ({ terms: all, kind }: SynonymGroup) => (
  <span>
    <span className="table__main">{termsText(all)}</span>
    {kind && <small>Shows all of the kind {kindTitle(kind)}</small>}
  </span>
)

const kindTitle = (kind: string) => new Map<string, string>(Object.entries(productKinds)).get(kind)

const origin = ({ isOfTrade }: SynonymGroup) => (
  <span>{isOfTrade ? <Badge tone="info">trade</Badge> : <Badge tone="ok">own</Badge>}</span>
)

function LastChanges() {
  const { data = [] } = useQuery(read(manageSearch.changes, {}))
  if (data.length === 0) return null
  return (
    <section className="table-card synonym-changes">
      <h2>Last changes</h2>
      <DataTable
        caption="Changes of synonyms, newest first"
        rows={data}
        columns={changeColumns}
        card={changeCard}
      />
    </section>
  )
}

const change = ({ action, before, after }: SynonymChange) => (
  <span>
    <span className="table__main">{termsText(action === 'removed' ? before : after)}</span>
    {action === 'changed' && <small>Before: {termsText(before)}</small>}
  </span>
)
const author = ({ by, at, action }: SynonymChange) => (
  <span>
    {action} by {by}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)
const changeColumns: Column<SynonymChange>[] = [
  { title: 'Terms', cell: change },
  { title: 'Who and when', cell: author },
]
const changeCard = (row: SynonymChange) => (
  <>
    {change(row)}
    {author(row)}
  </>
)

function useSynonymChanges() {
  const client = useQueryClient()
  const onSuccess = () =>
    Promise.all(
      [manageSearch.synonyms, manageSearch.count, manageSearch.changes].map((e) =>
        client.invalidateQueries({ queryKey: keyOf(e) }),
      ),
    )
  const { mutateAsync: add } = useMutation({
    mutationFn: (added: string[]) => call(manageSearch.add, { body: { terms: added } }),
    onSuccess,
  })
  const { mutateAsync: changeGroup } = useMutation({
    mutationFn: ({ group, terms: changed }: { group: SynonymGroup; terms: string[] }) =>
      call(manageSearch.change, {
        params: { id: group._id },
        body: { terms: changed, seen: group.terms },
      }),
    onSuccess,
  })
  const { mutateAsync: remove } = useMutation({
    mutationFn: (group: SynonymGroup) => call(manageSearch.remove, { params: { id: group._id } }),
    onSuccess,
  })
  return { add, change: changeGroup, remove }
}
