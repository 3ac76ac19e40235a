import { useRef, useState } from 'react'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { pictureProblem, upload } from '#web/lib/api/upload.ts'

export interface Upload {
  /** Progress from 0 to 1; undefined while no upload is running. */
  progress: number | undefined
  problem: string | undefined
  start: (file: File) => Promise<void>
}

/** Uploads one picture at a time; a newer choice replaces an older one. */
export function useUpload(onUploaded: (url: string) => void): Upload {
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const chosen = useRef<File>(undefined)

  async function start(file: File) {
    chosen.current = file
    const isStillChosen = () => chosen.current === file
    const refusal = pictureProblem(file)
    setProblem(refusal)
    setProgress(refusal ? undefined : 0)
    if (refusal) return
    try {
      const { data } = await upload(file, (share) => isStillChosen() && setProgress(share))
      if (isStillChosen()) onUploaded(data.url)
    } catch (error) {
      if (isStillChosen()) setProblem(`The picture was not uploaded. ${sentenceFor(error)}`)
    } finally {
      if (isStillChosen()) setProgress(undefined)
    }
  }

  return { progress, problem, start }
}
