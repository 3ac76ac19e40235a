import { ImageUp } from 'lucide-react'
import type { Ref } from 'react'
import { FieldFrame, type Texts, useControl } from './field.tsx'
import { Picture } from '../picture.tsx'

type PictureFieldProps = Texts & {
  inputRef: Ref<HTMLInputElement>
  /** URL of the chosen picture, if any. */
  src: string
  /** Accepted media types. */
  accept: string
  /** Upload progress from 0 to 1; undefined while no upload is running. */
  progress: number | undefined
  onFile: (file: File) => void
}

/** Picture chooser and drop zone, with a preview after the upload. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, error, labelEnd, inputRef, src, accept, progress, onFile } = props
  const control = useControl({ label, hint, error })
  return (
    <FieldFrame {...{ label, hint, error, labelEnd }} id={control.id}>
      <div className="picture-field">
        <Picture src={src || undefined} alt="" eager />
        <div className="picture-field__words">
          <span className="button button--small">
            <ImageUp />
            {src ? 'Change picture' : 'Choose picture'}
          </span>
          <span className="muted small">or drop it here</span>
          {progress !== undefined && (
            <progress className="progress" value={progress} aria-label="Uploading" />
          )}
        </div>
        {/* Invisible and on top: a file input handles clicks and drops by itself. */}
        <input
          {...control}
          ref={inputRef}
          type="file"
          accept={accept}
          aria-busy={progress !== undefined || undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // Reset, so that choosing the same file again fires a change event.
            target.value = ''
          }}
        />
      </div>
    </FieldFrame>
  )
}
