import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'

export const imageBytesMax = 8 * 1024 * 1024
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

export const images = {
  upload: endpoint({
    method: 'POST',
    path: '/images',
    access: 'customer',
    summary:
      'Upload a picture; it is checked, re-encoded without metadata and kept in several sizes',
    upload: true,
    limit: 'uploads',
    limitForAdmins: 'uploadsByAdmins',
    priorityClass: 'memory',
    response: z.object({
      success: z.boolean(),
      data: z.object({ url: z.string() }),
    }),
    problems: ['too-large', 'unsupported-media', 'unavailable'],
    idempotent: 'own',
    keepsPublicReads: true,
  }),
}
