import { CircleAlert, Info, Trash2, Undo2 } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import type { Charges } from '#contract/taxes/tax-lines.ts'
import { PartNumber } from '#web/domain/product-facts.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { FitLine } from '#web/domain/vehicles/fit-line.tsx'
import { sharedOrigin } from '#web/domain/orders/price-origin.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { LargerOrder } from '../place/larger-order.tsx'
import { cheaperLine, isRepriced } from './cart-state.ts'
import { LineQuantity } from './line-quantity.tsx'
import { factsOf, fixLabel, problemSentence, verdictOn } from './line-texts.ts'
import type { ShownLine } from './use-shown-lines.ts'

type CartLinesProps = {
  lines: readonly CartLine[]
  shown: readonly ShownLine[]
  charges: Charges
  list: Ref<HTMLUListElement>
  onChange: (line: CartLine) => void
  onRemove: (line: CartLine) => void
  onUndo: (line: CartLine) => void
}

const isFocusLost = () => document.activeElement === document.body

/** The lines of a cart, and in their places those that were removed. */
export function CartLines(props: CartLinesProps) {
  const { lines, shown, charges, list, onChange, onRemove, onUndo } = props
  const origin = sharedOrigin(lines.flatMap(({ part }) => part ?? []))
  return (
    <>
      {origin && (
        <p className="muted small">
          Your price: <b>{origin}</b>
        </p>
      )}
      <ul className="cart-lines" aria-label="Parts in the cart" ref={list} tabIndex={-1}>
        {shown.map(({ line, isRemoved, isFocused }) =>
          isRemoved ? (
            <RemovedLine
              key={line.product}
              line={line}
              isFocused={isFocused}
              onUndo={() => onUndo(line)}
            />
          ) : (
            <Line
              key={line.product}
              line={line}
              origin={origin}
              cheaper={cheaperLine(line, lines, charges)}
              isFocused={isFocused}
              onChange={onChange}
              onRemove={() => onRemove(line)}
            />
          ),
        )}
      </ul>
    </>
  )
}

type LineProps = {
  line: CartLine
  /** The price list that is named above all lines. */
  origin: string | undefined
  cheaper: ReturnType<typeof cheaperLine>
  isFocused: boolean
  onChange: (line: CartLine) => void
  onRemove: () => void
}

function Line({ line, origin, cheaper, isFocused, onChange, onRemove }: LineProps) {
  const { product, name, quantity, part, car, number } = line
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isFocused && isFocusLost()) remove.current?.focus()
  }, [isFocused])

  function take(units: number) {
    onChange({ ...line, quantity: units })
    input.current?.focus()
  }

  return (
    <li className="cart-line">
      <Picture src={part?.img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <div className="cart-line__text">
        <h2>
          {part ? <Link to={`${pathTo.order(product)}?quantity=${quantity}`}>{name}</Link> : name}
        </h2>
        <PartNumber>{part?.partNumber}</PartNumber>
        {number && <p className="cart-line__facts">Your number: {number}</p>}
        {part && <p className="cart-line__facts">{factsOf(line, origin).join(' · ')}</p>}
        {part ? (
          <FitLine product={product} look="line" car={car} />
        ) : (
          car && <p className="cart-line__facts">For: {car.name}</p>
        )}
        <PriceChange line={line} />
        <Problem id={problemId} line={line} onTake={take} />
        {cheaper && (
          <LargerOrder quantity={cheaper.quantity} of={name} onTake={take}>
            Add {cheaper.quantity - quantity} more and save {dollars(cheaper.saved)}
          </LargerOrder>
        )}
      </div>
      <LineQuantity
        line={line}
        inputRef={input}
        problemId={verdictOn(line) ? problemId : undefined}
        onChange={(units) => onChange({ ...line, quantity: units })}
      />
      <b className="cart-line__sum">
        {part && dollars(goodsTotal(unitPrice(part, quantity), quantity))}
      </b>
      <IconButton ref={remove} label={`Remove ${name}`} icon={Trash2} plain onClick={onRemove} />
    </li>
  )
}

function PriceChange({ line }: { line: CartLine }) {
  const { part, seenPrice } = line
  if (!part || !isRepriced(line)) return null
  return (
    <p className="cart-line__change">
      <Info />
      The price was {dollars(seenPrice)} and is now {dollars(part.price)}.
    </p>
  )
}

type ProblemProps = Pick<LineProps, 'line'> & {
  id: string
  onTake: (units: number) => void
}

function Problem({ id, line, onTake }: ProblemProps) {
  const verdict = verdictOn(line)
  if (!verdict) return null
  const { instead } = verdict
  const label = fixLabel(verdict)
  return (
    <div className="cart-line__problem">
      <CircleAlert />
      <span id={id}>{problemSentence(line, verdict)}</span>
      {instead !== undefined && (
        <Button
          size="small"
          aria-label={`${label} of ${line.name}`}
          onClick={() => onTake(instead)}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

type RemovedLineProps = Pick<LineProps, 'line' | 'isFocused'> & { onUndo: () => void }

/** In the place of a removed line. It has the focus, which would be lost with the pressed button. */
function RemovedLine({ line: { name }, isFocused, onUndo }: RemovedLineProps) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) undo.current?.focus()
  }, [isFocused])
  return (
    <li className="cart-line cart-line--removed">
      <span>{name} was removed.</span>
      <Button ref={undo} size="small" icon={Undo2} aria-label={`Undo: ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  )
}
