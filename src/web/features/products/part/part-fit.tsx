import { CircleCheck } from 'lucide-react'
import { FitSlot } from '#web/domain/vehicles/fit-slot.tsx'
import { useChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Whether the part fits the visitor's car. Always as high, so that the answer moves nothing. */
export function PartFit({ product, isUniversal }: { product: string; isUniversal: boolean }) {
  const car = useChosenCar()
  return (
    <div className="part-fit">
      {isUniversal ? (
        <Badge tone="ok" icon={CircleCheck}>
          Fits every car
        </Badge>
      ) : car ? (
        <FitSlot product={product} look="line" />
      ) : (
        <p>Choose your car to see whether this part fits it.</p>
      )}
    </div>
  )
}
