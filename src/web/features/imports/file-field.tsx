import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { FieldFrame, useControl } from '#web/ui/form/field.tsx'
import { fileProblem, megabytesOf } from './send-file.ts'

type FileFieldProps = {
  /** The largest file in bytes. */
  bytesMax: number
  hint: string
  /** What happens to the file while it is sent. */
  working: string
  /** Sends a file, and shows what became of it. */
  send: (file: File, onProgress: (share: number) => void) => Promise<unknown>
}

/** Chooses a CSV file and sends it at once. */
export function FileField({ bytesMax, hint: rows, working, send: sendFile }: FileFieldProps) {
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const hint = `Up to ${megabytesOf(bytesMax)} MB and ${rows} rows, in UTF-8`
  const label = 'CSV file'
  const control = useControl({ label, hint, error: problem })

  async function send(file: File) {
    const refusal = fileProblem(file, bytesMax)
    setProblem(refusal)
    if (refusal) return
    setProgress(0)
    try {
      await sendFile(file, setProgress)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
    setProgress(undefined)
  }

  return (
    <FieldFrame {...{ label, hint, error: problem }} id={control.id}>
      <div className="picture-field">
        <div className="picture-field__words">
          <span className="button button--small">
            <FileSpreadsheet />
            Choose file
          </span>
          <span className="muted small">or drop it here</span>
          {progress !== undefined && (
            <>
              {/* After the upload the last rows are stored, which takes an unknown time. */}
              <progress
                className="progress"
                aria-label={working}
                {...(progress < 1 && { value: progress })}
              />
              <output>
                {working}: {Math.floor(progress * 100)} % sent
              </output>
            </>
          )}
        </div>
        <input
          {...control}
          type="file"
          accept=".csv,text/csv"
          disabled={progress !== undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void send(file)
            // Reset, so that the same file can be chosen again after a correction.
            target.value = ''
          }}
        />
      </div>
    </FieldFrame>
  )
}
