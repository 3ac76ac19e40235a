import { Car, CircleCheck } from 'lucide-react'
import { vehicleKeyOf } from '#contract/vehicles/vehicle-key.ts'
import { useChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface Named {
  slug: string
  name: string
}

/** Makes the car of a page the visitor's own. */
export function ChooseCar({ make, model, year }: { make: Named; model: Named; year: number }) {
  const vehicle = vehicleKeyOf({ make: make.slug, model: model.slug, year })
  const isChosen = useChosenCar()?.vehicle === vehicle
  return (
    <div className="choose-car">
      {isChosen ? (
        <Badge tone="ok" icon={CircleCheck}>
          Your car
        </Badge>
      ) : (
        <Button
          size="small"
          icon={Car}
          // Lazy: most visits choose none here.
          onClick={async () => {
            const { addCar } = await import('#web/domain/vehicles/change-garage.ts')
            addCar({ vehicle, make: make.name, model: model.name })
          }}
        >
          Choose this car
        </Button>
      )}
    </div>
  )
}
