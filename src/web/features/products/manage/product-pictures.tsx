import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { imageTypes } from '#contract/images.ts'
import {
  picturesMax,
  picturesOf,
  pictureTextMax,
  writePictures,
  type ProductPicture,
} from '#contract/shared/pictures.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { added, moved, without } from './picture-list.ts'

type Pictures = { img: string; imgAlt: string; morePictures: string }

type ProductPicturesProps = {
  /** The values of the form. */
  values: Pictures
  onChange: (pictures: Pictures) => void
  error: string | undefined
}

/** All pictures of a product with their texts and their order; the first one is the picture of cards. */
export function ProductPictures({ values, onChange, error }: ProductPicturesProps) {
  const pictures = values.img === '' ? [] : picturesOf(values)
  const list = useRef<HTMLOListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [news, setNews] = useState('')
  // Uploads finish after later changes of the list.
  const latest = useRef(pictures)
  useEffect(() => {
    latest.current = pictures
  })

  function change([first, ...others]: readonly ProductPicture[]) {
    if (!first) return
    onChange({ img: first.img, imgAlt: first.alt, morePictures: writePictures(others) })
  }

  const upload = useUpload((img) => {
    const { length } = latest.current
    const next = added(latest.current, img)
    change(next)
    setNews(
      next.length > length
        ? `Picture ${next.length} is added`
        : 'This picture is already in the list',
    )
  })

  function move(index: number, by: 1 | -1) {
    change(moved(pictures, index, by))
    setNews(`Picture ${index + 1} is now picture ${index + by + 1}`)
    // The focus follows the picture.
    list.current?.children[index + by]
      ?.querySelector<HTMLElement>(by < 0 ? '[data-earlier]' : '[data-later]')
      ?.focus()
  }

  function remove(index: number) {
    change(without(pictures, index))
    setNews(`Picture ${index + 1} is removed`)
    input.current?.focus()
  }

  if (pictures.length === 0) return null
  return (
    <fieldset className="product-pictures">
      <legend className="field__label">Pictures</legend>
      <p className="field__hint">
        Up to {picturesMax}. The first one is on cards; the text says what a picture shows.
      </p>
      <ol ref={list}>
        {pictures.map(({ img, alt }, index) => {
          const name = `picture ${index + 1}`
          const isLast = index === pictures.length - 1
          return (
            <li key={index}>
              <Picture src={img} alt="" look="thumb-large" eager />
              <Field
                label={`Text of ${name} (optional)`}
                value={alt}
                maxLength={pictureTextMax}
                autoComplete="off"
                onChange={({ target }) =>
                  change(pictures.with(index, { img, alt: target.value.trimStart() }))
                }
              />
              <span className="product-pictures__tools">
                <IconButton
                  plain
                  data-earlier
                  label={`Move ${name} up`}
                  icon={ArrowUp}
                  aria-disabled={index === 0 || undefined}
                  onClick={() => index > 0 && move(index, -1)}
                />
                <IconButton
                  plain
                  data-later
                  label={`Move ${name} down`}
                  icon={ArrowDown}
                  aria-disabled={isLast || undefined}
                  onClick={() => !isLast && move(index, 1)}
                />
                <IconButton
                  plain
                  label={`Remove ${name}`}
                  icon={Trash2}
                  aria-disabled={pictures.length === 1 || undefined}
                  onClick={() => pictures.length > 1 && remove(index)}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <output className="visually-hidden">{news}</output>
      {error && <ErrorLine>{error}</ErrorLine>}
      {pictures.length < picturesMax && (
        <PictureField
          label="Add a picture"
          accept={imageTypes.join()}
          inputRef={input}
          src=""
          progress={upload.progress}
          error={upload.problem}
          onFile={(file) => void upload.start(file)}
        />
      )}
    </fieldset>
  )
}
