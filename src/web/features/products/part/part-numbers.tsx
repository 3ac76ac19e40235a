import { type ShownNumbers, numberKinds } from '#contract/numbers/product-numbers.ts'

/** The other numbers of a part, and the parts that it replaces. */
export function PartNumbers({ page: { numbers, replaces } }: { page: ShownNumbers }) {
  if (numbers.length + replaces.length === 0) return null
  const byTitle = Map.groupBy(numbers, ({ kind, brand }) =>
    brand === '' ? numberKinds[kind] : `${numberKinds[kind]}, ${brand}`,
  )
  return (
    <dl className="part-facts" aria-label="Numbers">
      {[...byTitle].map(([title, some]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="mono">{some.map(({ number }) => number).join(', ')}</dd>
        </div>
      ))}
      {replaces.length > 0 && (
        <div>
          <dt>Replaces</dt>
          <dd>
            {replaces.map(({ _id, name, partNumber }, index) => (
              <span key={_id}>
                {index > 0 && ', '}
                {partNumber === undefined ? name : <span className="mono">{partNumber}</span>}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
