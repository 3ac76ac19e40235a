import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Layers, Search, SpellCheck } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '#contract/shared/paths.ts'
import type { products } from '#contract/products/products.ts'
import type { SuggestedProduct } from '#contract/products/suggestions.ts'
import { foundByText } from '#web/domain/part/found-by.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { PriceSlot } from '#web/domain/prices/price-slot.tsx'
import { Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { OptionList } from '#web/ui/combobox/option-list.tsx'
import { setText, useCombobox } from '#web/ui/combobox/use-combobox.ts'
import { useTypedText } from '#web/ui/combobox/use-typed-text.ts'
import { Picture } from '#web/ui/picture.tsx'
import { catalogueFor, type Option, optionsFor } from './options.ts'

/** A single letter matches too much. */
const lengthMin = 2

const readSuggestions = (q: string) =>
  read<typeof products.suggestions>(paths.suggestions, { query: { q } }, { anonymous: true })

const icons = { correction: SpellCheck, kind: Layers, search: Search } as const

type SuggestionsProps = {
  input: HTMLInputElement
  listId: string
  onLeave: (() => void) | undefined
}

/** Parts, kinds and the search itself below the input, while typing. */
export function Suggestions({ input, listId, onLeave }: SuggestionsProps) {
  const navigate = useNavigate()
  const typed = useTypedText(input)
  const text = typed.length < lengthMin ? '' : typed
  // A new text aborts the request of the old one. Without suggestions the search is still offered.
  const { data, isPending, isPlaceholderData } = useQuery({
    ...readSuggestions(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const options = isPending ? [] : optionsFor(text, data)
  const { isOpen, active } = useCombobox(input, {
    listId,
    count: options.length,
    choose: (index) => leaveFor(options[index]?.to ?? catalogueFor({ q: text })),
  })

  function leaveFor(to: string) {
    setText(input, '')
    input.blur()
    onLeave?.()
    void navigate(to)
  }

  const handleSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    leaveFor(catalogueFor({ q: input.value.trim() }))
  })
  useEffect(() => {
    const { form } = input
    const submit = (event: SubmitEvent) => handleSubmit(event)
    form?.addEventListener('submit', submit)
    return () => form?.removeEventListener('submit', submit)
  }, [input])

  return (
    <>
      <output className="visually-hidden">
        {isOpen && !isPlaceholderData && sentenceOf(options)}
      </output>
      {isOpen && (
        <OptionList
          id={listId}
          label="Suggestions"
          options={options.map((option) => ({
            key: option.to,
            content: <Entry option={option} />,
          }))}
          active={active}
          onChoose={(index) => leaveFor(options[index]?.to ?? catalogueFor({ q: text }))}
        />
      )}
    </>
  )
}

/** The search itself is always offered and does not count. */
function sentenceOf(options: readonly Option[]) {
  const found = options.length - 1
  if (found === 0) return 'No suggestions'
  return found === 1 ? '1 suggestion' : `${groupDigits(found)} suggestions`
}

function Entry({ option }: { option: Option }) {
  if (option.is === 'product') return <ProductEntry product={option.product} />
  const Icon = icons[option.is]
  return (
    <>
      <Icon />
      {option.is === 'correction' && (
        <span>
          Did you mean <b>“{option.text}”</b>?
        </span>
      )}
      {option.is === 'kind' && (
        <>
          <b>{option.title}</b>
          <span className="muted small">
            {option.count === 1 ? '1 part' : `${groupDigits(option.count)} parts`}
          </span>
        </>
      )}
      {option.is === 'search' && <span>Search for “{option.text}”</span>}
    </>
  )
}

function ProductEntry({ product }: { product: SuggestedProduct }) {
  const { name, img, price, quantity, partNumber } = product
  const foundBy = foundByText(product)
  return (
    <>
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" eager />
      <div className="suggestions__name">
        <b>{name}</b>
        {partNumber && (
          <span className="muted small mono" translate="no">
            {partNumber}
          </span>
        )}
        {foundBy && <span className="muted small">{foundBy}</span>}
      </div>
      <div className="suggestions__facts">
        <PriceSlot product={product} look="brief">
          <UnitPrice price={price} />
        </PriceSlot>
        <Stock quantity={quantity} />
      </div>
    </>
  )
}
