import { expect, test } from 'vitest'
import { widthsOf } from './picture-widths.ts'

const hash = '0123456789abcdef'.repeat(2)

test('an uploaded picture has three widths in AVIF and WebP', () => {
  expect(widthsOf(`/images/${hash}-1280.webp`)).toEqual({
    avif: `/images/${hash}-320.avif 320w, /images/${hash}-640.avif 640w, /images/${hash}-1280.avif 1280w`,
    webp: `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}-1280.webp 1280w`,
  })
})

test('a legacy picture, whose URL has no width, has WebP only', () => {
  expect(widthsOf(`/images/${hash}.webp`)).toEqual({
    avif: undefined,
    webp: `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}.webp 1280w`,
  })
})

test.each([
  '/parts/door-rubber.svg',
  `https://pictures.example/0/${hash}-1280.webp`,
  `https://shop.example/images/${hash}.webp`,
  `/images/${hash}-640.webp`,
  '',
])('other pictures have one width: %s', (src) => {
  expect(widthsOf(src)).toBeUndefined()
})
