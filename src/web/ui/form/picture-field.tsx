import { ImageUp } from 'lucide-react'
import type { Ref } from 'react'
import { Frame, type Texts, useControl } from './field.tsx'
import { Picture } from '../picture.tsx'

type PictureFieldProps = Texts & {
  inputRef: Ref<HTMLInputElement>
  /** The address of the picture that was chosen, if any. */
  src: string
  /** The types of picture that are taken. */
  accept: string
  /** The share that was uploaded, from 0 to 1; undefined when nothing is under way. */
  progress: number | undefined
  onFile: (file: File) => void
}

/** A picture to choose or to drop, shown as soon as it is uploaded. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, error, labelEnd, inputRef, src, accept, progress, onFile } = props
  const control = useControl({ label, hint, error })
  return (
    <Frame {...{ label, hint, error, labelEnd }} id={control.id}>
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
        {/* Lies unseen over all of this: a file input takes clicks and dropped files by itself. */}
        <input
          {...control}
          ref={inputRef}
          type="file"
          accept={accept}
          aria-busy={progress !== undefined || undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // Emptied, so that the same file can be chosen again after a failure.
            target.value = ''
          }}
        />
      </div>
    </Frame>
  )
}
