import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { chooseCarText } from '#web/content/shop.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { nameParts, useChosenCar, useGarage } from './chosen-car.ts'
import { askEngine, useEngineQuestion } from './engine-question.ts'

const loadGarage = () => import('./dialog/garage-dialog.tsx')
const loadQuestion = () => import('./dialog/engine-dialog.tsx')

type CarDialogsProps = {
  open: boolean
  onClose: () => void
}

/** The dialogs about the visitor's car; elsewhere in the page, since the button is on a dark band. */
export function CarDialogs({ open, onClose }: CarDialogsProps) {
  const { status } = useSession()
  const car = useChosenCar()
  const engines = useEngineQuestion()
  const garage = useOnDemand(loadGarage, open, onClose)
  const question = useOnDemand(loadQuestion, engines !== undefined, () => askEngine(undefined))
  useEffect(() => {
    if (status !== 'signed-in') return undefined
    const over = new AbortController()
    // Lazy: most visits do not sign in. Without it the cars are in this browser.
    import('./account/follow-garage.ts').then(
      (account) => account.followGarage(over.signal),
      () => {},
    )
    return () => over.abort()
  }, [status])
  return createPortal(
    <>
      {garage && <garage.GarageDialog open={open} onClose={onClose} />}
      {question && car && (
        <question.EngineDialog car={car} engines={engines} onClose={() => askEngine(undefined)} />
      )}
    </>,
    document.body,
  )
}

/** The name of the chosen car, on a phone without the make. */
export function CarName() {
  const { cars, chosen } = useGarage()
  const car = cars.find(({ id }) => id === chosen)
  if (!car) return <>{chooseCarText}</>
  const { year, make, model } = nameParts(car)
  return (
    <>
      <span className="visually-hidden">Your car: </span>
      {year} <span className="wide-only">{make} </span>
      {model}
    </>
  )
}

/** The module once it is wanted. If it cannot be loaded, says so, and the next press tries again. */
function useOnDemand<Module>(load: () => Promise<Module>, isWanted: boolean, giveUp: () => void) {
  const [loaded, setLoaded] = useState<Module>()
  const fail = useEffectEvent(() => {
    toast.error('This could not be loaded. Check your connection and try again.')
    giveUp()
  })
  useEffect(() => {
    if (isWanted && !loaded) load().then(setLoaded, () => fail())
  }, [load, isWanted, loaded])
  return loaded
}
