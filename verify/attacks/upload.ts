import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

const beginsAfterMs = 5_000

interface Uploader {
  port: number
  token: string
}

/** An admin uploads a picture while the attack is on; the status, or why there was none. */
export async function uploadByAdmin(admin: Uploader) {
  await sleep(beginsAfterMs)
  const create = { width: 400, height: 300, channels: 3, background: '#b3261e' } as const
  return upload(admin, await sharp({ create }).jpeg().toBuffer())
}

/** Twenty photographs of each account, one after the other, of up to 24 megapixels. Statuses with their counts. */
export async function uploadPhotographs(accounts: readonly Uploader[]) {
  const photographs = await Promise.all([
    photograph(6000, 4000).jpeg({ quality: 80 }).toBuffer(),
    photograph(6000, 4000).jpeg({ quality: 70 }).withMetadata({ orientation: 6 }).toBuffer(),
    photograph(4000, 3000).webp({ quality: 60, effort: 0 }).toBuffer(),
    photograph(1600, 1200).png().toBuffer(),
  ])
  const statuses = new Map<string, number>()
  const uploadAll = async (account: Uploader) => {
    for (let count = 0; count < 20; count += 1) {
      const status = await upload(account, photographs[count % photographs.length] ?? Buffer.of())
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(accounts.map(uploadAll))
  return Object.fromEntries(statuses)
}

/** Coarse noise, which compresses about as well as a photograph. */
function photograph(width: number, height: number) {
  const raw = { width: width / 8, height: height / 8, channels: 3 } as const
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw }).resize(width, height)
}

async function upload({ port, token }: Uploader, picture: Buffer) {
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
