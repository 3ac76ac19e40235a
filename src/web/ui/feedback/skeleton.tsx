import { classNames } from '#web/lib/class-names.ts'

type SkeletonProps = {
  shape?: 'title' | 'button' | 'badge'
  width?: 'three-quarters' | 'half' | 'third'
}

/** One grey bar in the place of something that is still loading. */
export function Skeleton({ shape, width }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'skeleton',
        shape && `skeleton--${shape}`,
        width && `skeleton--${width}`,
      )}
    />
  )
}

/** Rows of a list or table that is still loading, at the height of the real ones. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-rows__row">
          <Skeleton shape="button" />
          <Skeleton width={row % 2 ? 'half' : 'three-quarters'} />
          <Skeleton shape="badge" />
        </div>
      ))}
    </div>
  )
}
