import { useRef, useState } from 'react'
import {
  fitments,
  type FitmentsChange,
  type ManagedFitments,
  type StoredFitment,
} from '#contract/fitments/fitments.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { call } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { CopyFits } from './copy-fits.tsx'
import { FitmentForm } from './fitment-form.tsx'
import { carOf, hasFitment } from './fitment-values.ts'
import { FitsTable, type ListedFitment } from './fits-table.tsx'

type FitsEditorProps = {
  id: string
  fits: ManagedFitments
  /** Loads what another admin has stored. */
  refetch: () => Promise<unknown>
}

/** Changes what a product fits, one press at a time: each is stored at once. */
export function FitsEditor({ id, fits, refetch }: FitsEditorProps) {
  const [edited, setEdited] = useState<ListedFitment>()
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const own: StoredFitment[] = fits.fitments

  /** Stores all fitments; returns why they were not stored, as a sentence. */
  async function store(
    change: Pick<ManagedFitments, 'isUniversal'> & { fitments: StoredFitment[] },
  ) {
    const params = { id }
    try {
      // Safe: the shop refuses values that it does not know.
      const body = { ...change, seen: fits.version } as FitmentsChange
      await call(fitments.change, { params, body })
    } catch (error) {
      if (!isProblem(error, 'changed-meanwhile')) return sentenceFor(error)
      await refetch()
      return 'Another admin has changed these cars in the meantime. Check them, then press again'
    }
    await refetch()
    return undefined
  }

  async function storeOne(fitment: StoredFitment, index = own.length) {
    const others = own.filter((_, each) => each !== index)
    if (hasFitment(others, fitment)) return 'This car is already in the list'
    const refusal = await store(withAll([...others, fitment]))
    if (refusal) return refusal
    toast.success('Saved')
    closeForm()
    return undefined
  }

  async function remove(row: ListedFitment) {
    const refusal = await store(withAll(own.filter((_, index) => index !== row.index)))
    setProblem(refusal)
    if (refusal) return
    toast.success(`${carOf(row)} removed`)
    heading.current?.focus()
  }

  async function setUniversal(isUniversal: boolean) {
    const refusal = await store({ isUniversal, fitments: [] })
    setProblem(refusal)
    if (!refusal) toast.success('Saved')
  }

  function closeForm() {
    if (edited) heading.current?.focus()
    setEdited(undefined)
  }

  return (
    <>
      <section className="panel stack" aria-labelledby="fits-title">
        <h2 id="fits-title" ref={heading} tabIndex={-1}>
          Fits
        </h2>
        <label>
          <input
            type="checkbox"
            checked={fits.isUniversal}
            onChange={({ target }) => {
              if (target.checked && own.length > 0) setAsks(true)
              else void setUniversal(target.checked)
            }}
          />{' '}
          Fits every car
        </label>
        {problem && <ErrorLine>{problem}</ErrorLine>}
        {!fits.isUniversal && own.length === 0 && (
          <EmptyState heading="h3" title="No fitment data yet">
            Buyers see “Fit not confirmed”.
          </EmptyState>
        )}
        {!fits.isUniversal && own.length > 0 && (
          <FitsTable fitments={fits.fitments} onChange={setEdited} onRemove={remove} />
        )}
      </section>
      {!fits.isUniversal && (
        <div className="columns columns--7-5">
          <section className="panel" key={edited?._id ?? 'new'}>
            <FitmentForm
              draftName={`fit of ${id} ${edited?._id ?? ''}`}
              title={edited ? `Change ${carOf(edited)}` : 'Add a car'}
              submitLabel={edited ? 'Save car' : 'Add car'}
              onSubmit={(fitment) => storeOne(fitment, edited?.index)}
              {...(edited && { changed: edited, onCancel: closeForm })}
            />
          </section>
          <section className="panel">
            <CopyFits
              own={own}
              onCopy={async (added, from) => {
                const refusal = await store(withAll([...own, ...added]))
                if (!refusal) toast.success(`The cars of ${from} were added`)
                return refusal
              }}
            />
          </section>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Does it fit every car?"
        confirmLabel="Fits every car"
        cancelLabel="Cancel"
        onConfirm={() => setUniversal(true)}
      >
        {own.length === 1
          ? 'The car in the list will be removed.'
          : `The ${groupDigits(own.length)} cars in the list will be removed.`}
      </ConfirmDialog>
    </>
  )
}

const withAll = (list: StoredFitment[]) => ({ isUniversal: false, fitments: list })
