import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { EncodePicture } from './encode-picture.ts'
import { createHostedImages } from './hosted-images.ts'
import type { ReportFailure } from './image-calls.ts'
import { createImageStore } from './image-store.ts'
import type { ImageFiles } from './image-files.ts'
import type { ImageStore } from './image-store.ts'
import type { WarningLog } from '../warning-log.ts'
import { createS3Images } from './s3-images.ts'

/** The image store of the settings. */
export function openImageStore(
  config: Config,
  log: WarningLog,
  encode?: EncodePicture,
): ImageStore {
  const report: ReportFailure = (err) =>
    log.warn({ service: 'images', err }, 'image store request failed')
  return createImageStore(join(config.DATA_DIR, 'images'), filesOf(config, report), encode)
}

function filesOf({ images }: Config, report: ReportFailure): ImageFiles | undefined {
  if (images.kind === 's3') return createS3Images(images, report)
  if (images.kind === 'hosted') return createHostedImages(images, report)
  return undefined
}
