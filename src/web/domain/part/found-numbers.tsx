import type { ListedProduct } from '#contract/products/products.ts'
import { foundByText } from './found-by.tsx'

/** How parts were found by a number that is not their own; an interchange number does not prove that a part fits. */
export function FoundNumbers({ parts }: { parts: readonly ListedProduct[] }) {
  const found = parts.flatMap((part) => {
    const text = foundByText(part)
    return text === undefined ? [] : [{ part, text }]
  })
  if (found.length === 0) return null
  const isInterchange = found.some(({ part }) => part.via?.kind === 'interchange')
  return (
    <div className="catalogue-meant">
      <ul>
        {found.map(({ part, text }) => (
          <li key={part._id}>
            <b>{part.name}:</b> {text}
          </li>
        ))}
      </ul>
      {isInterchange && <p>Parts with the same interchange number can differ: check your car.</p>}
    </div>
  )
}
