import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts, lowLevelMax, type StockWatch as Watch } from '#contract/alerts.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { useChange } from '#web/domain/use-change.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

/** The low-stock level of a product, and the number of customers who wait for it. */
export function StockWatch({ id }: { id: string }) {
  const {
    data: watch,
    error,
    refetch,
  } = useQuery({ ...read(alerts.watch, { params: { id } }), gcTime: 0 })
  return (
    <section className="panel stack" aria-labelledby="watch-title">
      <h2 id="watch-title">Alerts</h2>
      {watch ? (
        <>
          <p>{waitingSentence(watch.waiting)}</p>
          <LevelForm id={id} watch={watch} />
        </>
      ) : error ? (
        <>
          <ErrorLine>The alerts could not be loaded. {sentenceFor(error)}</ErrorLine>
          <Button size="small" onClick={() => refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

const waitingSentence = (waiting: number) =>
  waiting === 0
    ? 'No customer is waiting for this part.'
    : `${waiting === 1 ? '1 customer is' : `${groupDigits(waiting)} customers are`} waiting for this part. They’re emailed when it can be ordered again.`

function LevelForm({ id, watch }: { id: string; watch: Watch }) {
  const call = useChange('stockWatch', 'auditLog')
  const [typed, setTyped] = useState(watch.lowLevel === null ? '' : String(watch.lowLevel))
  const [problem, setProblem] = useState<string>()

  async function save() {
    const lowLevel = readLevel(typed)
    if (lowLevel === undefined) {
      setProblem(`A whole number from 0 to ${lowLevelMax}`)
      return
    }
    setProblem(undefined)
    try {
      await call(alerts.setLevel, { params: { id }, body: { lowLevel } })
      toast.success('Low-stock level saved')
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <Form className="form" onSubmit={save}>
      <Field
        label="Low-stock level"
        hint={hintFor(watch)}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">Save level</Button>
    </Form>
  )
}

/** Null for an empty input, undefined for an invalid one. */
function readLevel(typed: string): number | null | undefined {
  const digits = typed.trim()
  if (digits === '') return null
  return /^\d{1,7}$/.test(digits) && Number(digits) <= lowLevelMax ? Number(digits) : undefined
}

const hintFor = ({ defaultLevel, isMailed }: Watch) =>
  isMailed
    ? `Email me below this number. Empty: ${defaultLevel}. 0: off`
    : 'Emails to the owner are off. Set OWNER_EMAILS to get them.'
