import { classNames } from '#web/lib/class-names.ts'

type SkeletonProps = {
  shape?: 'title' | 'button' | 'badge'
  width?: 'three-quarters' | 'half' | 'third'
}

/** Placeholder bar for loading content. */
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

/** Placeholder rows for a loading list, at the height of real ones. */
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
