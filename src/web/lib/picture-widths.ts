const kept = /^(\/images\/[0-9a-f]{32})\.webp$/

/** The widths that the shop has of an uploaded picture; undefined for a picture of which there is one. */
export function srcSetOf(src: string): string | undefined {
  const [, name] = kept.exec(src) ?? []
  return name && `${name}-320.webp 320w, ${name}-640.webp 640w, ${src} 1280w`
}
