import { Search } from 'lucide-react'
import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { type ManagedProduct, manageProducts } from '#contract/products/manage-products.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type PricedProduct, withOwn } from './own-prices-form.tsx'

const shownMax = 5

const pageSize = 200

type FindProductProps = {
  /** The price list's. */
  id: string
  /** Products that have prices of it. */
  priced: number
  onChoose: (product: PricedProduct) => void
}

/** Finds a product to give it prices of the list. */
export function FindProduct({ id, priced, onChoose }: FindProductProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<readonly ManagedProduct[]>([])

  async function find() {
    setFound([])
    setProblem(undefined)
    const q = typed.trim()
    if (q === '') {
      setProblem('Type part of the name or part number')
      return
    }
    try {
      const rows = await call(manageProducts.list, { query: { q, limit: shownMax } })
      setFound(rows)
      if (rows.length === 0) setProblem(`No product matches “${q}”`)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  /** With the prices that the list has for it. */
  async function choose({ _id, name, price }: ManagedProduct) {
    try {
      for (let page = 1; (page - 1) * pageSize < priced; page += 1) {
        const query = { page, limit: pageSize }
        const rows = await call(priceLists.prices, { params: { id }, query })
        const known = rows.find(({ product }) => product._id === _id)
        if (known) {
          onChoose(withOwn(known))
          return
        }
      }
      onChoose({ _id, name, price, own: [] })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <Form className="panel form" aria-label="Find a product" onSubmit={find}>
      <Field
        label="Product to price"
        hint="Part of its name or part number"
        autoComplete="off"
        maxLength={100}
        error={problem}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="cluster">
        <Button type="submit" icon={Search}>
          Find product
        </Button>
      </div>
      <ul className="stack" aria-live="polite">
        {found.map((product) => (
          <li key={product._id} className="cluster">
            <span>
              {product.name}
              {product.partNumber && `, ${product.partNumber}`}, {dollars(product.price)}
            </span>
            <Button
              size="small"
              aria-label={`Set prices of ${product.name}`}
              onClick={() => choose(product)}
            >
              Set prices
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  )
}
