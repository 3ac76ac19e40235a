import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { type ChosenCar, chosenCar } from './chosen-car.ts'
import { readFit } from './read-fit.ts'

interface OrderedPart {
  product: string
  name: string
  /** In place of the chosen car. */
  car?: ChosenCar | undefined
}

export type AskBefore = ReturnType<typeof useMisfitQuestion>['askBefore']

interface Misfit {
  name: string
  car: string
}

/** The parts that do not fit their cars, as far as the shop can be asked: an order never waits for a failed answer. */
async function misfitsOf(client: QueryClient, parts: readonly OrderedPart[]): Promise<Misfit[]> {
  const chosen = chosenCar()
  const found = parts.map(async ({ product, name, car = chosen }) => {
    if (!car) return []
    const fit = await client.fetchQuery(readFit(car, product)).catch(() => undefined)
    return fit?.verdict === 'does-not-fit' ? [{ name, car: car.name }] : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * Asks once before parts are ordered that do not fit the car. Returns a function that goes on at once or after the
 * answer, and the dialog.
 */
export function useMisfitQuestion() {
  const client = useQueryClient()
  const [question, setQuestion] = useState<{ misfits: Misfit[]; proceed: () => unknown }>()
  /** The misfits that the buyer has accepted. */
  const accepted = useRef('')

  async function askBefore(parts: readonly OrderedPart[], proceed: () => unknown) {
    const misfits = await misfitsOf(client, parts)
    if (misfits.length === 0 || accepted.current === JSON.stringify(misfits)) await proceed()
    else setQuestion({ misfits, proceed })
  }

  function accept() {
    accepted.current = JSON.stringify(question?.misfits)
    void question?.proceed()
  }

  const dialog = (
    <ConfirmDialog
      open={question !== undefined}
      onClose={() => setQuestion(undefined)}
      title="Does it fit?"
      confirmLabel="Order anyway"
      cancelLabel="Go back"
      variant="primary"
      onConfirm={accept}
    >
      {question && <Sentence misfits={question.misfits} isOnly={question.misfits.length === 1} />}
    </ConfirmDialog>
  )
  return { askBefore, dialog }
}

function Sentence({ misfits, isOnly }: { misfits: readonly Misfit[]; isOnly: boolean }) {
  const [first] = misfits
  if (isOnly) {
    return (
      <p>
        This part does not fit your {first?.car}. Order it anyway?
        <br />
        <b>{first?.name}</b>
      </p>
    )
  }
  return (
    <>
      <p>These parts do not fit. Order them anyway?</p>
      <ul>
        {misfits.map(({ name, car }) => (
          <li key={`${name} ${car}`}>
            <b>{name}</b>: does not fit your {car}
          </li>
        ))}
      </ul>
    </>
  )
}
