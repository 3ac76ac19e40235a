/** The `sizes` attribute of each look. */
export const pictureSizes = {
  card: '(max-width: 640px) 100vw, 400px',
  large: '(max-width: 1024px) 100vw, 640px',
  thumb: '48px',
  'thumb-large': '72px',
  zoom: '1280px',
} as const

/** `srcset`s of a picture. */
export interface PictureWidths {
  /** Smaller files; undefined for legacy pictures, stored as WebP only. */
  avif: string | undefined
  webp: string
}

const uploadPattern = /^(\/images\/[0-9a-f]{32})(-1280)?\.webp$/

/** The `srcset`s of an uploaded picture; undefined for other pictures, which have one width. */
export function widthsOf(src: string): PictureWidths | undefined {
  const [, name, width] = uploadPattern.exec(src) ?? []
  if (!name) return undefined
  return {
    avif: width && `${name}-320.avif 320w, ${name}-640.avif 640w, ${name}-1280.avif 1280w`,
    webp: `${name}-320.webp 320w, ${name}-640.webp 640w, ${src} 1280w`,
  }
}
