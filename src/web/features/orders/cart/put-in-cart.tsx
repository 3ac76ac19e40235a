import { unitsText } from '#contract/formats/formatting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { onFirstPress } from '#web/domain/cart/first-press.ts'
import { putInCart } from '#web/domain/cart/put-in-cart.ts'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import type { Quantity } from '../place/use-quantity.ts'

type PutInCartProps = {
  product: Product
  quantity: Quantity
  /** Called if the quantity cannot be ordered; the field then shows why. */
  onRefuse: () => void
}

/** Adds the typed quantity to the cart, beside ordering it at once. */
export function PutInCart({ product, quantity, onRefuse }: PutInCartProps) {
  const client = useQueryClient()
  const [added, setAdded] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { _id, name, price } = product

  async function add() {
    setAdded(undefined)
    setProblem(undefined)
    if (!quantity.calculate()) return onRefuse()
    const { units } = quantity
    const car = chosenCar()
    const line = { product: _id, name, quantity: units, seenPrice: price }
    const failed = await putInCart(client, [car ? { ...line, car } : line])
    setProblem(failed)
    if (failed === undefined) setAdded(`${unitsText(units)} added to the cart.`)
  }

  return (
    <div className="stack">
      <Button block icon={ShoppingCart} onClick={onFirstPress(add)}>
        Add to cart
      </Button>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {added && (
        <p className="put-in-cart">
          {added} <Link to={pathTo.cart}>Open the cart</Link>
        </p>
      )}
    </div>
  )
}
