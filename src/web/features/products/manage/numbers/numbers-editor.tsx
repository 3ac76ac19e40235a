import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type ManagedNumbers,
  numberIdentity,
  numberKinds,
  type NumbersChange,
  type StoredNumber,
  productNumbers,
} from '#contract/numbers/product-numbers.ts'
import { call } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberForm } from './number-form.tsx'
import { SuccessorForm } from './successor-form.tsx'
import { labelOf } from '#contract/shared/open-enum.ts'

type NumbersEditorProps = {
  id: string
  managed: ManagedNumbers
  /** Loads what another admin has stored. */
  refetch: () => Promise<unknown>
}

type ListedNumber = StoredNumber & { _id: string }

/** Changes the numbers of a product, one press at a time: each is stored at once. */
export function NumbersEditor({ id, managed, refetch }: NumbersEditorProps) {
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { numbers, replacedBy, replaces, version } = managed
  const rows = numbers.map((number) => ({ ...number, _id: numberIdentity(number) }))

  /** Stores numbers and successor; returns why they were not stored, as a sentence. */
  async function store(change: { numbers?: StoredNumber[]; replacedBy?: string | null }) {
    const before = { numbers, replacedBy: replacedBy?._id ?? null }
    // Safe: the shop refuses values that it does not know.
    const body = { ...before, ...change, seen: version } as NumbersChange
    try {
      await call(productNumbers.change, { params: { id }, body })
    } catch (error) {
      if (isProblem(error, 'invalid')) return error.problem.errors?.[0]?.message
      if (!isProblem(error, 'changed-meanwhile')) return sentenceFor(error)
      await refetch()
      return 'Another admin has changed these numbers in the meantime. Check them, then press again'
    }
    await refetch()
    toast.success('Saved')
    return undefined
  }

  async function remove(row: ListedNumber) {
    const refusal = await store({
      numbers: numbers.filter((each) => numberIdentity(each) !== row._id),
    })
    setProblem(refusal)
    if (!refusal) heading.current?.focus()
  }

  const action = (row: ListedNumber) => (
    <Button
      size="small"
      variant="quiet"
      icon={X}
      aria-label={`Remove ${row.number}`}
      onClick={() => remove(row)}
    >
      Remove
    </Button>
  )

  return (
    <>
      <section className="panel stack" aria-labelledby="numbers-title">
        <h2 id="numbers-title" ref={heading} tabIndex={-1}>
          Numbers
        </h2>
        {problem && <ErrorLine>{problem}</ErrorLine>}
        {rows.length === 0 ? (
          <EmptyState heading="h3" title="No other numbers">
            Buyers find this part by its own number and its name.
          </EmptyState>
        ) : (
          <DataTable
            caption="Other numbers of this part"
            rows={rows}
            columns={[...columns, { title: 'Actions', cell: action }]}
          />
        )}
      </section>
      <div className="columns columns--7-5">
        <section className="panel">
          <NumberForm
            product={id}
            own={numbers}
            onAdd={(added) => store({ numbers: [...numbers, added] })}
          />
        </section>
        <section className="panel stack">
          <SuccessorForm
            successor={replacedBy}
            onChange={(successor) => store({ replacedBy: successor })}
          />
          {replaces.length > 0 && (
            <p className="muted">
              It replaces {replaces.map(({ name, partNumber }) => partNumber ?? name).join(', ')}.
            </p>
          )}
        </section>
      </div>
    </>
  )
}

const numberCell = ({ number }: ListedNumber) => (
  <span className="table__main mono" translate="no">
    {number}
  </span>
)

const kindCell = ({ kind, brand }: ListedNumber) =>
  [labelOf(numberKinds, kind), brand].filter(Boolean).join(', ')

const columns: Column<ListedNumber>[] = [
  { title: 'Number', cell: numberCell },
  { title: 'Kind', cell: kindCell },
]
