import './garage-dialog.css'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { carsMax, type GarageCar } from '#contract/garage-car.ts'
import { chooseCarText } from '#web/content/shop.ts'
import { classNames } from '#web/lib/class-names.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { KeepSwitch } from '../account/keep-switch.tsx'
import { CarPicker } from './car-picker.tsx'
import { addCar, deleteAllCars, deleteCar, restoreCars } from '../change-garage.ts'
import { type ChosenCar, chosenCar, nameOf, useChosenCar, useGarage } from '../chosen-car.ts'
import { type Garage, readGarage } from '../garage.ts'
import { GarageList } from './garage-list.tsx'

type GarageDialogProps = {
  open: boolean
  onClose: () => void
}

export const GarageDialog = ({ open, onClose }: GarageDialogProps) => (
  <Dialog title={chooseCarText} open={open} onClose={onClose} lightDismiss className="garage">
    <Content onClose={onClose} />
  </Dialog>
)

const toastMs = 10_000

/** The parts for a car. */
const partsFor = ({ vehicle, engine }: ChosenCar) =>
  `${pathTo.catalogue}?${new URLSearchParams({ vehicle, ...(engine && { engine }) })}`

/** The cars of this browser, and the way to another one. */
function Content({ onClose }: Pick<GarageDialogProps, 'onClose'>) {
  const { cars } = useGarage()
  const chosen = useChosenCar()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState<{ garage: Garage; text: string }>()

  function add(car: Parameters<typeof addCar>[0]) {
    addCar(car)
    onClose()
    const now = chosenCar()
    if (!now) return
    toast.success(`Your car is a ${now.name}`, {
      id: 'chosen-car',
      label: 'See what fits',
      until: Date.now() + toastMs,
      onPress: () => navigate(partsFor(now)),
    })
  }

  function remove(car: GarageCar) {
    setDeleted({ garage: readGarage(), text: `${car.ownName || nameOf(car)} is deleted.` })
    deleteCar(car.id)
  }

  function removeAll() {
    setDeleted({ garage: readGarage(), text: 'All cars are deleted.' })
    deleteAllCars()
  }

  function restore() {
    if (deleted) restoreCars(deleted.garage)
    setDeleted(undefined)
  }

  return (
    <div className="stack stack--wide">
      <div className={classNames('stack', cars.length === 0 && !deleted && 'visually-hidden')}>
        {cars.length > 0 && <GarageList onDelete={remove} />}
        <div className="cluster">
          {chosen && (
            <ButtonLink variant="primary" size="small" to={partsFor(chosen)} onClick={onClose}>
              See what fits
            </ButtonLink>
          )}
          {cars.length > 1 && (
            <Button variant="quiet" size="small" icon={Trash2} onClick={removeAll}>
              Delete all
            </Button>
          )}
          {deleted && (
            <Button
              key={deleted.text}
              size="small"
              icon={Undo2}
              // The pressed button is gone, and with it the focus.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onClick={restore}
            >
              Undo
            </Button>
          )}
        </div>
        <output className="small muted">{deleted?.text}</output>
      </div>
      {cars.length >= carsMax ? (
        <p className="muted small">You can keep {carsMax} cars. Delete one to add another.</p>
      ) : (
        <CarPicker title={cars.length > 0 ? 'Add another car' : undefined} onPick={add} />
      )}
      <KeepSwitch />
    </div>
  )
}
