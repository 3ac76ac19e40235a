/** What the browser may choose from to show one picture, as `srcset`s. */
export interface PictureWidths {
  /** Smaller; undefined for a picture that was uploaded before it was kept as AVIF too. */
  avif: string | undefined
  webp: string
}

const kept = /^(\/images\/[0-9a-f]{32})(-1280)?\.webp$/

/** The widths that the shop has of an uploaded picture; undefined for a picture of which there is one. */
export function widthsOf(src: string): PictureWidths | undefined {
  const [, name, width] = kept.exec(src) ?? []
  if (!name) return undefined
  return {
    avif: width && `${name}-320.avif 320w, ${name}-640.avif 640w, ${name}-1280.avif 1280w`,
    webp: `${name}-320.webp 320w, ${name}-640.webp 640w, ${src} 1280w`,
  }
}
