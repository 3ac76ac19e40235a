import * as z from 'zod/mini'
import type { HostedSettings } from '../../config/image-settings.ts'
import { createImageCalls, withTimeout } from './image-calls.ts'
import type { ReportFailure } from './image-calls.ts'
import type { ImageFile, ImageFiles } from './image-files.ts'

const Answer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url() }),
})

/** Stores pictures at a hosted image service: one width each, at an address of the service. */
export function createHostedImages(settings: HostedSettings, report: ReportFailure): ImageFiles {
  const { uploadUrl, publicUrl } = settings
  const callStore = createImageCalls(report)
  const { origin } = new URL(publicUrl)

  async function upload({ name, type, bytes }: ImageFile, signal: AbortSignal) {
    const body = new FormData()
    body.set('image', new Blob([new Uint8Array(bytes)], { type }), name)
    const answer = await fetch(uploadUrl, { method: 'POST', body, signal, redirect: 'error' })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new Error(`The service responded with ${answer.status}`)
    }
    const { data } = Answer.parse(await answer.json())
    // The Content-Security-Policy of the pages allows no other origin.
    if (new URL(data.url).origin !== origin) {
      throw new Error(`The service stores pictures at ${data.url}, not at IMAGES_PUBLIC_URL`)
    }
    return data.url
  }

  return {
    put: (files) =>
      callStore(async () => {
        const widest = files.at(-1)
        const abort = new AbortController()
        return widest && withTimeout(abort, upload(widest, abort.signal))
      }),

    open: async () => undefined,

    // Its pictures have addresses of the service, which only the owner can delete there.
    remove: async () => {},
  }
}
