import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { imageTypes } from '#contract/images.ts'
import type { Upload } from '#web/lib/api/use-upload.ts'
import { PictureField } from './picture-field.tsx'

type PictureUploadProps<Values extends FieldValues, Parsed> = {
  control: Control<Values, unknown, Parsed>
  /** Form field with the URL of the picture. */
  name: FieldPath<Values>
  label: string
  hint?: string
  upload: Upload
}

/** Form field whose value is the URL of an uploaded picture. */
export function PictureUpload<Values extends FieldValues, Parsed>(
  props: PictureUploadProps<Values, Parsed>,
) {
  const { control, name, label, hint, upload } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <PictureField
      label={label}
      hint={hint}
      accept={imageTypes.join()}
      inputRef={field.ref}
      src={field.value}
      progress={upload.progress}
      error={upload.problem ?? fieldState.error?.message}
      onFile={(file) => void upload.start(file)}
    />
  )
}
