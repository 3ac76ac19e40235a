import { type ShownNumbers, numberKinds } from '#contract/numbers/product-numbers.ts'
import { labelOf } from '#contract/shared/open-enum.ts'

/** The other numbers of a part, and the parts that it replaces. */
export function PartNumbers({ page: { numbers, replaces } }: { page: ShownNumbers }) {
  if (numbers.length + replaces.length === 0) return null
  const byTitle = Map.groupBy(numbers, ({ kind, brand }) =>
    [labelOf(numberKinds, kind), brand].filter(Boolean).join(', '),
  )
  return (
    <dl className="part-facts" aria-label="Numbers">
      {[...byTitle].map(([title, some]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="mono" translate="no">
            {some.map(({ number }) => number).join(', ')}
          </dd>
        </div>
      ))}
      {replaces.length > 0 && (
        <div>
          <dt>Replaces</dt>
          <dd>
            {replaces.map(({ _id, name, partNumber }, index) => (
              <span key={_id}>
                {index > 0 && ', '}
                {partNumber === undefined ? (
                  name
                ) : (
                  <span className="mono" translate="no">
                    {partNumber}
                  </span>
                )}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
