import { Download } from 'lucide-react'
import { useState } from 'react'
import { type FileImport, imports } from '#contract/imports/imports.ts'
import { download } from '#web/lib/api/download.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

/** Downloads the rows that an import leaves out, with the reasons, to be corrected and chosen again. */
export function DownloadLeftOut({ made: { _id: id, fileName } }: { made: FileImport }) {
  const [problem, setProblem] = useState<string>()

  async function save() {
    setProblem(undefined)
    try {
      await download(imports.refused, { params: { id } }, `left out of ${fileName}`)
    } catch (error) {
      setProblem(
        isProblem(error, 'not-found')
          ? 'The shop no longer has this file. Choose it again to see its rows.'
          : sentenceFor(error),
      )
    }
  }

  return (
    <>
      <Button icon={Download} onClick={save}>
        Download left-out rows
      </Button>
      {problem && <ErrorLine>{problem}</ErrorLine>}
    </>
  )
}
