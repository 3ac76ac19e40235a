import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { readCommandLine } from './command-line.ts'

readCommandLine({ usage: 'npm run icons', about: 'Generates the icons from the logo.' })

const icons = 'src/web/public/icons'
const band = '#12171c'

/** The logo in its colours on dark, in a viewBox of 40 by 40. */
const logo = readFileSync('src/web/public/favicon.svg', 'utf8')
  .replace(/<style>.*?<\/style>/s, '')
  .replaceAll('currentColor', '#eef1f3')
  .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')

const drawing = readFileSync('src/web/assets/drawings/exploded-car.svg', 'utf8').replace(
  /<style>.*?<\/style>/s,
  '',
)

interface Icon {
  size: number
  /** The share of the picture that the logo fills. */
  share: number
  /** The radius of the corners, as a share of the size. */
  corner?: number
}

function icon({ size, share, corner = 0 }: Icon) {
  const scale = (size * share) / 40
  const edge = (size * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${band}" />
    <g transform="translate(${edge} ${edge}) scale(${scale})">${logo}</g>
  </svg>`
}

/** The preview image of links to the shop. */
const share = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="${band}" />
  <g transform="translate(64 64) scale(3.6)">${logo}</g>
  <g transform="translate(270 20)">${drawing}</g>
</svg>`

const pictures = {
  'icon-192': icon({ size: 192, share: 0.7, corner: 0.2 }),
  'icon-512': icon({ size: 512, share: 0.7, corner: 0.2 }),
  'maskable-512': icon({ size: 512, share: 0.54 }),
  'apple-touch': icon({ size: 180, share: 0.64 }),
  share,
}

for (const [name, svg] of Object.entries(pictures)) {
  await sharp(Buffer.from(svg))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${icons}/${name}.png`)
}
