import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

const beginsAfterMs = 5_000

/** An admin uploads a picture while the attack is on; the status, or why there was none. */
export async function uploadByAdmin({ port, token }: { port: number; token: string }) {
  await sleep(beginsAfterMs)
  const create = { width: 400, height: 300, channels: 3, background: '#b3261e' } as const
  const picture = await sharp({ create }).jpeg().toBuffer()
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'part.jpg')
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    return String(response.status)
  } catch (error) {
    return String(error)
  }
}
