import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate of `localhost` that is valid for a day, and its key, as PEM. */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('2a8648ce3d040302')) // ecdsa-with-SHA256
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from('localhost')))))
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension('551d13', sequence(der(0x01, Buffer.from([0xff])))), names())),
  )
  const signature = sign('sha256', content, privateKey)
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]))
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: pem(sequence(content, algorithm, bits)),
  }
}

/** The subject alternative names. */
const names = () =>
  extension(
    '551d11',
    sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))),
  )

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (value: Buffer) => der(0x02, value)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const extension = (id: string, value: Buffer) => sequence(objectId(id), der(0x04, value))

function time(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString()
  return der(0x17, Buffer.from(`${at.slice(2, 19).replace(/\D/g, '')}Z`))
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
