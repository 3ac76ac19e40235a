import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { manageSearch, type SynonymGroup } from '#contract/manage-search.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import { read } from '#web/lib/api/api.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { SynonymsForm } from './synonyms-form.tsx'
import { termsText } from './terms.ts'

const list = managedList({
  path: pathTo.synonyms,
  noun: { one: 'synonym', many: 'synonyms' },
  searchedIn: 'Part of a term',
  filters: (parameters) => ({
    /** A search without result, to write synonyms for. */
    term: (parameters.get('term') ?? '').slice(0, 60),
  }),
})

/** The terms that the search takes for one another: those of the trade, and the owner's. */
export function SynonymsPage() {
  const shown = useManagedList(list, {
    rows: ({ q, page, limit }) => read(manageSearch.synonyms, { query: { q, page, limit } }),
    counts: ({ q }) => read(manageSearch.count, { query: { q } }),
  })
  const { term } = shown.params
  const [edited, setEdited] = useState<SynonymGroup>()
  const [removed, setRemoved] = useState<SynonymGroup>()
  const call = useChange('synonyms', 'auditLog')

  async function save(changed: string[]) {
    if (edited) {
      const body = { terms: changed, seen: edited.terms }
      await call(manageSearch.change, { params: { id: edited._id }, body })
    } else await call(manageSearch.add, { body: { terms: changed } })
    toast.success(edited ? 'Synonyms saved' : 'Synonyms added')
    setEdited(undefined)
    if (term) shown.setParams({ term: '' })
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
      <div className="stack stack--wide">
        <ManagedTable
          shown={shown}
          caption="Synonyms by their first term"
          columns={columns}
          empty={<EmptyState heading="h2" title="No synonyms yet" />}
        />
        <ObjectLog about="synonyms" />
      </div>
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title="Remove these synonyms?"
        confirmLabel="Remove"
        cancelLabel="Keep"
        onConfirm={async () => {
          if (removed) await call(manageSearch.remove, { params: { id: removed._id } })
          toast.success('Synonyms removed')
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
