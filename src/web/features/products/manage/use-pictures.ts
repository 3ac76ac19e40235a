import { type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'

const names = ['img', 'imgAlt', 'morePictures'] as const

type Pictures = Record<(typeof names)[number], string>
type WithPictures = { img: string; imgAlt?: string | undefined; morePictures?: string | undefined }

/** The values of a form that describe the pictures of a product, and what sets them. */
export function usePictures<Values extends WithPictures, Parsed>({
  control,
  setValue,
}: UseFormReturn<Values, unknown, Parsed>) {
  const typed = useWatch({ control })
  const pictures: Pictures = {
    img: typed.img ?? '',
    imgAlt: typed.imgAlt ?? '',
    morePictures: typed.morePictures ?? '',
  }

  function set(next: Pictures) {
    for (const name of names) {
      // Safe: all three are texts.
      setValue(name as Path<Values>, next[name] as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      })
    }
  }

  return [pictures, set] as const
}
