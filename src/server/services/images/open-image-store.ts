import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { createHostedImages } from './hosted-images.ts'
import type { ReportFailure } from './image-calls.ts'
import { createImageStore } from './image-store.ts'
import type { ImageFiles, ImageStore } from './image-store.ts'
import { createS3Images } from './s3-images.ts'

interface WarningLog {
  warn(context: object, message: string): void
}

/** The store that the settings choose. */
export function openImageStore(config: Config, log: WarningLog): ImageStore {
  const report: ReportFailure = (err) =>
    log.warn({ service: 'images', err }, 'the store of pictures failed')
  return createImageStore(join(config.DATA_DIR, 'images'), filesOf(config, report))
}

function filesOf({ images }: Config, report: ReportFailure): ImageFiles | undefined {
  if (images.kind === 's3') return createS3Images(images, report)
  if (images.kind === 'hosted') return createHostedImages(images, report)
  return undefined
}
