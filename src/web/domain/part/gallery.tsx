import { ZoomIn } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { picturesOf } from '#contract/shared/pictures.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { BareButton, IconButton } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PictureZoom } from './picture-zoom.tsx'

/** The pictures of a part: swiped or chosen below the large one, and enlarged in a dialog. */
export function Gallery({ product }: { product: Product }) {
  const { name } = product
  const pictures = picturesOf(product).map(({ img, alt }) => ({ img, alt: alt || name }))
  const slides = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [isOpen, setIsOpen] = useState(false)

  function show(index: number) {
    const slide = slides.current?.children[index]
    setShown(index)
    slide?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }

  return (
    <section className="gallery" aria-label="Pictures">
      <div className="gallery__stage">
        <ul
          ref={slides}
          className="gallery__slides"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map(({ img, alt }, index) => (
            <li key={`${index} ${img}`} inert={index !== shown}>
              <Picture
                src={img}
                alt={alt}
                fallback={partDrawing(name)}
                look="large"
                eager={index === 0}
              />
            </li>
          ))}
        </ul>
        <IconButton
          className="gallery__zoom"
          label="Enlarge the picture"
          icon={ZoomIn}
          onClick={() => setIsOpen(true)}
        />
      </div>
      {pictures.length > 1 && (
        <ul className="gallery__choices">
          {pictures.map(({ img, alt }, index) => (
            <li key={`${index} ${img}`}>
              <BareButton
                aria-label={`Picture ${index + 1} of ${pictures.length}: ${alt}`}
                aria-current={index === shown || undefined}
                onClick={() => show(index)}
              >
                <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
              </BareButton>
            </li>
          ))}
        </ul>
      )}
      <PictureZoom
        pictures={pictures}
        fallback={partDrawing(name)}
        title={name}
        shown={shown}
        onShow={show}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </section>
  )
}
