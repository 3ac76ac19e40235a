import * as z from 'zod/mini'
import type { HostedSettings } from '../../config/image-settings.ts'
import { createImageCalls, inTime } from './image-calls.ts'
import type { ReportFailure } from './image-calls.ts'
import type { ImageFile, ImageFiles } from './image-store.ts'

const Answer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url() }),
})

/** Pictures at a hosted image service: one width each, at an address of the service. */
export function createHostedImages(settings: HostedSettings, report: ReportFailure): ImageFiles {
  const { uploadUrl, publicUrl } = settings
  const reached = createImageCalls(report)
  const { origin } = new URL(publicUrl)

  async function upload({ name, type, bytes }: ImageFile, signal: AbortSignal) {
    const body = new FormData()
    body.set('image', new Blob([new Uint8Array(bytes)], { type }), name)
    const answer = await fetch(uploadUrl, { method: 'POST', body, signal, redirect: 'error' })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new Error(`The service answered ${answer.status}`)
    }
    const { data } = Answer.parse(await answer.json())
    // The pages' policy shows pictures of no other origin.
    if (new URL(data.url).origin !== origin) {
      throw new Error(`The service keeps pictures at ${data.url}, not at IMAGES_PUBLIC_URL`)
    }
    return data.url
  }

  return {
    keep: (files) =>
      reached(async () => {
        const widest = files.at(-1)
        const abort = new AbortController()
        return widest && inTime(abort, upload(widest, abort.signal))
      }),

    open: async () => undefined,
  }
}
