import {
  type Engine,
  engineKeyOf,
  engineText,
  otherEngine,
  readEngineKey,
} from '#contract/vehicles/engines.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { keepEngine } from '../change-garage.ts'
import type { ChosenCar } from '../chosen-car.ts'

type EngineDialogProps = {
  car: ChosenCar
  /** The engines that the part fits; undefined while nothing is asked. */
  engines: readonly Engine[] | undefined
  onClose: () => void
}

/** Asks for the engine where a part depends on it. The answer is kept with the car. */
export function EngineDialog({ car, engines, onClose }: EngineDialogProps) {
  const known = readEngineKey(car.engine ?? '')

  function answer(engine: string) {
    keepEngine(engine)
    onClose()
  }

  return (
    <Dialog
      title="Which engine is yours?"
      open={engines !== undefined}
      onClose={onClose}
      lightDismiss
    >
      <p className="dialog__text">
        This part depends on the engine of your {car.name}. We keep your answer with the car on this
        device.
      </p>
      <div className="stack dialog__actions">
        {engines?.map((engine) => (
          <Button
            key={engineKeyOf(engine)}
            block
            onClick={() => answer(engineKeyOf(joined(known, engine)))}
          >
            {engineText(engine)}
          </Button>
        ))}
        {!known && (
          <Button block onClick={() => answer(otherEngine)}>
            Another
          </Button>
        )}
        <Button block variant="quiet" onClick={onClose}>
          I don’t know
        </Button>
      </div>
    </Dialog>
  )
}

/** An answer adds to what is known: a part may ask for the cylinders of a car whose fuel is known. */
const joined = (known: Engine | null, said: Engine): Engine => ({
  litres: said.litres ?? known?.litres ?? null,
  cylinders: said.cylinders ?? known?.cylinders ?? null,
  fuel: said.fuel ?? known?.fuel ?? null,
})
