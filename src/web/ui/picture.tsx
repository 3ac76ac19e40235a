import { useCallback, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { pictureSizes, widthsOf } from '#web/ui/picture-widths.ts'
import { EmptyCrate } from './empty-crate.tsx'

type PictureProps = {
  src: string | undefined
  alt: string
  /** Shown if the picture is missing or fails to load. */
  fallback?: string | undefined
  look?: 'large' | 'thumb' | 'thumb-large' | 'zoom' | undefined
  /** Whether it is above the fold and must not load lazily. */
  eager?: boolean | undefined
  className?: string | undefined
}

/** A picture on its 4:3 plate, with fallbacks instead of a broken icon. */
export function Picture({ src, alt, fallback, look, eager, className }: PictureProps) {
  return (
    <div className={classNames('plate', look && `plate--${look}`, className)}>
      <Source
        key={src}
        sources={[src, fallback]}
        alt={alt}
        eager={eager}
        sizes={pictureSizes[look ?? 'card']}
      />
    </div>
  )
}

type SourceProps = {
  sources: (string | undefined)[]
  alt: string
  eager: boolean | undefined
  sizes: string
}

function Source({ sources, alt, eager, sizes }: SourceProps) {
  const [broken, setBroken] = useState(0)
  const src = sources.filter(Boolean)[broken]
  const next = useCallback(() => setBroken((count) => count + 1), [])

  // The error event of a picture that failed before hydration is already over.
  const checkEarlyFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (src && image?.complete && image.naturalWidth === 0) next()
    },
    [src, next],
  )

  if (!src) {
    return (
      <span className="plate__missing" role={alt ? 'img' : undefined} aria-label={alt || undefined}>
        <EmptyCrate />
      </span>
    )
  }
  const widths = widthsOf(src)
  return (
    <picture>
      {widths?.avif && <source type="image/avif" srcSet={widths.avif} sizes={sizes} />}
      <img
        ref={checkEarlyFailure}
        src={src}
        srcSet={widths?.webp}
        sizes={widths && sizes}
        alt={alt}
        width={480}
        height={360}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={next}
      />
    </picture>
  )
}
