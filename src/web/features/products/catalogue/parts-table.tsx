import './parts-table.css'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { useId } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import type { ListedProduct, ProductSort } from '#contract/products/products.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { AddToCart } from '#web/domain/cart/add-to-cart.tsx'
import type { ChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { FitSlot } from '#web/domain/vehicles/fit-slot.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { PriceSlot } from '#web/domain/prices/price-slot.tsx'
import { FromLine, ProductFacts, Stock } from '#web/domain/product-facts.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { addressOf, type CatalogueParams } from './catalogue-params.ts'

const kindTitles: Readonly<Record<string, string>> = productKinds

type PartsTableProps = {
  parts: readonly ListedProduct[]
  shown: CatalogueParams
  /** In place of the chosen car. */
  car: ChosenCar | undefined
}

/** Rows that arrive later move no column. The security policy allows no styles in elements. */
const columnWidths = ['27%', '16%', '20%', '15%', '22%']

/** The parts in rows to compare. On a phone each row is two lines. */
export function PartsTable({ parts, shown, car }: PartsTableProps) {
  return (
    <table className="parts-table">
      <caption className="visually-hidden">Parts with kind, stock and price</caption>
      <colgroup>
        {columnWidths.map((width) => (
          <col key={width} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <SortedHead title="Part" shown={shown} sorts={['name']} />
          <th scope="col">Kind</th>
          <th scope="col">Stock</th>
          <SortedHead title="Price" shown={shown} sorts={['lowest-price', 'highest-price']} />
          <th scope="col">
            <span className="visually-hidden">Order</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Row key={part._id} part={part} car={car} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ part, car }: { part: ListedProduct; car: ChosenCar | undefined }) {
  const { _id, name, img, kind, quantity, price } = part
  const nameId = useId()
  const isShort = isBelowMinimumOrder(part)
  return (
    <tr>
      <th scope="row">
        <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" />
        <div>
          <Link id={nameId} to={pathTo.part(_id)}>
            {name}
          </Link>
          <ProductFacts product={part} />
        </div>
      </th>
      <td className="parts-table__kind">{kind && kindTitles[kind]}</td>
      <td className="parts-table__stock">
        <Stock quantity={quantity} />
        <FitSlot product={_id} look="short" car={car} />
      </td>
      <td className="parts-table__price">
        <PriceSlot product={part} look="short">
          {dollars(price)} <small>{specifiedTexts.product.perUnit}</small>
          <FromLine product={part} />
        </PriceSlot>
      </td>
      <td className="parts-table__order">
        {!isShort && <AddToCart part={part} look="short" aria-describedby={nameId} />}
        <ButtonLink to={pathTo.order(_id)} size="small" aria-describedby={nameId}>
          {specifiedTexts.product.order}
        </ButtonLink>
      </td>
    </tr>
  )
}

type SortedHeadProps = {
  title: string
  shown: CatalogueParams
  /** The order of a first press, and the one of the next. */
  sorts: readonly [first: ProductSort, next?: ProductSort]
}

/** A column heading whose link sorts by the column. */
function SortedHead({ title, shown, sorts: [first, next = first] }: SortedHeadProps) {
  const { sort } = shown
  const direction = sort === first ? 'ascending' : sort === next ? 'descending' : undefined
  const Icon = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown }[
    direction ?? 'none'
  ]
  return (
    <th scope="col" aria-sort={direction}>
      <Link to={addressOf({ ...shown, page: 1, sort: sort === first ? next : first })} keepScroll>
        {title}
        <Icon />
      </Link>
    </th>
  )
}
