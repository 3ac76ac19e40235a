import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { engineText, readEngineKey } from '#contract/vehicles/engines.ts'
import { type GarageCar, ownNameMax } from '#contract/garage-car.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { choose, chooseNone, forgetEngine, renameCar } from '../change-garage.ts'
import { useStanding } from '../account/standing.ts'
import { nameOf, useGarage } from '../chosen-car.ts'
import { isListed, useTree } from './use-tree.ts'

type GarageListProps = {
  onDelete: (car: GarageCar) => void
}

/** The cars of this browser, one of which is chosen. */
export function GarageList({ onDelete }: GarageListProps) {
  const { cars, chosen } = useGarage()
  const { data: tree } = useTree()
  const [naming, setNaming] = useState<number>()
  const group = useId()
  return (
    <fieldset className="garage-list" aria-label="Your cars">
      {cars.map((car) => (
        <div key={car.id} className="garage-list__car">
          <label className="check">
            <input
              type="radio"
              className="checkbox"
              name={group}
              checked={car.id === chosen}
              onChange={() => choose(car.id)}
            />
            <span>
              {car.ownName && <b>{car.ownName}</b>}
              <span className={car.ownName ? 'muted small' : undefined}>{nameOf(car)}</span>
            </span>
          </label>
          <IconButton
            plain
            icon={Pencil}
            label={`Name of ${titleOf(car)}`}
            aria-expanded={naming === car.id}
            onClick={() => setNaming(naming === car.id ? undefined : car.id)}
          />
          <IconButton
            plain
            icon={Trash2}
            label={`Delete ${titleOf(car)}`}
            onClick={() => onDelete(car)}
          />
          {tree && !isListed(tree, car.vehicle) && (
            <p className="garage-list__more small muted">
              No longer in the shop’s list of cars. Delete it, or choose another one.
            </p>
          )}
          <EngineOf car={car} />
          {naming === car.id && <NameForm car={car} onDone={() => setNaming(undefined)} />}
        </div>
      ))}
      <label className="check">
        <input
          type="radio"
          className="checkbox"
          name={group}
          checked={chosen === null}
          onChange={chooseNone}
        />
        No car
      </label>
    </fieldset>
  )
}

const titleOf = (car: GarageCar) => car.ownName || nameOf(car)

/** The engine, once a part has asked for it. */
function EngineOf({ car }: { car: GarageCar }) {
  if (!car.engine) return null
  const engine = readEngineKey(car.engine)
  return (
    <p className="garage-list__more small muted">
      Engine: {engine ? engineText(engine) : 'another'}{' '}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Forget the engine of ${titleOf(car)}`}
        onClick={() => forgetEngine(car.id)}
      >
        Forget
      </Button>
    </p>
  )
}

function NameForm({ car, onDone }: { car: GarageCar; onDone: () => void }) {
  const [name, setName] = useState(car.ownName ?? '')

  function save(event: FormEvent) {
    event.preventDefault()
    renameCar(car.id, name)
    onDone()
  }

  return (
    <form className="garage-list__more" onSubmit={save}>
      <Field
        label="Your name for it"
        hint={`For example “Mrs. Kim, blue”. ${useStanding() === 'on' ? 'Names are on your account too.' : 'Names stay on this device.'}`}
        maxLength={ownNameMax}
        autoComplete="off"
        // The field is the answer to the press.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" size="small">
        Keep name
      </Button>
    </form>
  )
}
