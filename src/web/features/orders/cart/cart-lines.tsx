import { CircleAlert, Info, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { PartNumber } from '#web/domain/product-facts.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { LineQuantity } from './line-quantity.tsx'
import { factsOf, fixed, fixLabel, problemSentence, verdictOn } from './line-texts.ts'
import type { ShownLine } from './use-shown-lines.ts'

type CartLinesProps = {
  shown: readonly ShownLine[]
  onChange: (line: CartLine) => void
  onRemove: (line: CartLine) => void
  onUndo: (line: CartLine) => void
}

/** The lines of a cart, and in their places those that were removed. */
export function CartLines({ shown, onChange, onRemove, onUndo }: CartLinesProps) {
  return (
    <ul className="cart-lines" aria-label="Parts in the cart">
      {shown.map(({ line, isRemoved, isRestored }) =>
        isRemoved ? (
          <RemovedLine key={line.product} line={line} onUndo={() => onUndo(line)} />
        ) : (
          <Line
            key={line.product}
            line={line}
            isRestored={isRestored}
            onChange={onChange}
            onRemove={() => onRemove(line)}
          />
        ),
      )}
    </ul>
  )
}

type LineProps = {
  line: CartLine
  isRestored: boolean
  onChange: (line: CartLine) => void
  onRemove: () => void
}

function Line({ line, isRestored, onChange, onRemove }: LineProps) {
  const { product, name, quantity, part } = line
  const remove = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isRestored) remove.current?.focus()
  }, [isRestored])

  return (
    <li className="cart-line">
      <Picture src={part?.img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <div className="cart-line__text">
        <h2>{part ? <Link to={`/order/${product}?quantity=${quantity}`}>{name}</Link> : name}</h2>
        <PartNumber>{part?.partNumber}</PartNumber>
        {part && <p className="cart-line__facts">{factsOf(line).join(' · ')}</p>}
        <PriceChange line={line} />
        <Problem line={line} onFix={() => onChange(fixed(line))} />
      </div>
      <LineQuantity line={line} onChange={(units) => onChange({ ...line, quantity: units })} />
      <b className="cart-line__sum">{part && dollars(goodsTotal(part.price, quantity))}</b>
      <IconButton ref={remove} label={`Remove ${name}`} icon={Trash2} plain onClick={onRemove} />
    </li>
  )
}

function PriceChange({ line: { part, seenPrice } }: { line: CartLine }) {
  if (!part || part.price === seenPrice) return null
  return (
    <p className="cart-line__change">
      <Info />
      The price was {dollars(seenPrice)} and is now {dollars(part.price)}.
    </p>
  )
}

function Problem({ line, onFix }: { line: CartLine; onFix: () => void }) {
  const verdict = verdictOn(line)
  if (!verdict) return null
  return (
    <div className="cart-line__problem">
      <CircleAlert />
      <span>{problemSentence(line, verdict)}</span>
      {verdict.instead !== undefined && (
        <Button size="small" aria-label={`${fixLabel(verdict)} of ${line.name}`} onClick={onFix}>
          {fixLabel(verdict)}
        </Button>
      )}
    </div>
  )
}

/** In the place of a removed line; it has the focus, which would be lost with the pressed button. */
function RemovedLine({ line: { name }, onUndo }: { line: CartLine; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <li className="cart-line cart-line--removed">
      <span>{name} was removed.</span>
      <Button ref={undo} size="small" icon={Undo2} aria-label={`Undo: ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  )
}
