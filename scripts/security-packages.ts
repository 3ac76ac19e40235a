/** Days for which an update within the same major may be left out. */
export const daysMax = 60

/** The packages that read what strangers send, or decide what they may do, and why each is one of them. */
export const securityPackages: Readonly<Record<string, string>> = {
  'better-auth': 'passwords, sessions and the links of mails',
  jose: 'signatures of tokens',
  fastify: 'every request',
  '@fastify/multipart': 'forms with files',
  '@fastify/proxy-addr': 'the address that limits count by',
  '@fastify/static': 'paths of files',
  sharp: 'bytes of pictures',
  'csv-parse': 'files of catalogues, numbers and fitments',
  'markdown-it': 'texts of pages',
  nodemailer: 'headers of mails',
  pg: 'every statement',
  kysely: 'every built statement',
  stripe: 'signatures of events, and money',
  zod: 'the shape of every input',
  react: 'the escaping of texts',
  'react-dom': 'the escaping of texts',
}

/** A package with the times of its versions, as the registry has them. */
export interface Releases {
  name: string
  installed: string
  published: Readonly<Record<string, string>>
}

interface Overdue {
  name: string
  installed: string
  newest: string
  /** Since the limit was reached. */
  days: number
}

const dayMs = 24 * 60 * 60 * 1000

/** The packages whose first newer version within the same major is older than {@link daysMax}. */
export const overdue = (releases: readonly Releases[], now: Date): Overdue[] =>
  releases.flatMap(({ name, installed, published }) => {
    const own = partsOf(installed)
    if (!own) throw new Error(`${name} ${installed} is not installed in a stable version`)
    const newer = Object.keys(published)
      .map((version) => ({ version, parts: partsOf(version) }))
      .filter(({ parts }) => parts && isSameMajor(parts, own) && compare(parts, own) > 0)
      .toSorted((one, other) => compare(one.parts ?? own, other.parts ?? own))
    const first = Math.min(...newer.map(({ version }) => Date.parse(published[version] ?? '')))
    const days = Math.floor((now.getTime() - first) / dayMs) - daysMax
    const newest = newer.at(-1)?.version
    return newest !== undefined && days > 0 ? [{ name, installed, newest, days }] : []
  })

type Parts = readonly [major: number, minor: number, patch: number]

/** Undefined for versions before a release, and for the registry's own entries. */
function partsOf(version: string): Parts | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

/** Before 1.0 a new minor may break its users, as a major does later. */
const isSameMajor = (one: Parts, other: Parts) =>
  one[0] === other[0] && (one[0] > 0 || one[1] === other[1])

const compare = (one: Parts, other: Parts) =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
