import { seededRandom } from '../../sandbox/seeded-random.ts'

/** How an order is sent: in peace, with the line cut before the answer, or by a double click. */
const placings = ['once', 'once', 'cut', 'double'] as const

/** What becomes of an order once it is placed. */
const followUps = [
  'pay',
  'pay with two cards at once',
  'pay after a declined card',
  'pay after a question by the bank',
  'pay in two windows',
  'pay and die',
  'pay and report three times',
  'pay when the hold has run out',
  'report the payment of somebody else',
  'pay and delete at once',
  'delete',
  'delete, then pay',
  'abandon',
  'abandon the payment',
] as const
export type FollowUp = (typeof followUps)[number]

export interface OrderPlan {
  key: string
  /** From 0 to 1: where in the catalogue of that moment. */
  product: number
  quantity: number
  placing: (typeof placings)[number]
  /** How long after sending a line is cut. */
  cutAfterMs: number
  followUp: FollowUp
  /** How long the buyer thinks between two steps. */
  pauseMs: number
  /** Tries to read, delete and pay the order of somebody else. */
  snoops: boolean
  /** Sends the first request once more at the very end. */
  repeatsLate: boolean
}

export interface AdminTask {
  atMs: number
  does: 'ship' | 'refund' | 'add' | 'archive'
  /** From 0 to 1: which product, or which order. */
  product: number
  quantity: number
  key: string
}

export interface Kill {
  atMs: number
  /** From 0 to 1: which of the nodes that are up. */
  victim: number
  /** Also when no other node is up: a shop that is only ever down would not be tried. */
  evenTheLast: boolean
}

interface BuyerPlan {
  startsAtMs: number
  orders: OrderPlan[]
}

/** Every decision of a storm, made before it begins; times count from its beginning. */
export interface Plan {
  stock: number[]
  /** The faults of the card provider: see the sandbox's README. */
  faults: object
  buyers: BuyerPlan[]
  adminTasks: AdminTask[]
  nodeKills: Kill[]
  postgresKills: number[]
}

interface Size {
  seed: number
  buyers: number
  seconds: number
}

const productCount = 8
/** Far less than the buyers want, so that they meet at the last units. */
const unitsPerBuyer = 8

/** The same seed and size make the same plan. */
export function makePlan({ seed, buyers, seconds }: Size): Plan {
  const roll = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const lengthMs = seconds * 1000

  const orderPlan = (buyer: number, order: number): OrderPlan => ({
    key: `storm-${seed}-${buyer}-${order}`,
    product: roll(),
    quantity: whole(10, 25),
    placing: pick(placings),
    cutAfterMs: whole(0, 40),
    followUp: pick(followUps),
    pauseMs: whole(0, 250),
    snoops: roll() < 0.15,
    repeatsLate: roll() < 0.2,
  })

  return {
    stock: Array.from({ length: productCount }, () =>
      Math.round((buyers * unitsPerBuyer * (0.5 + roll())) / productCount),
    ),
    faults: {
      seed,
      cards: { failShare: 0.04, cutShare: 0.04 },
      webhooks: { loseShare: 0.1, copies: 2, shuffleMs: 600 },
    },
    buyers: Array.from({ length: buyers }, (_, buyer) => ({
      startsAtMs: roll() * lengthMs * 0.75,
      orders: Array.from({ length: whole(1, 2) }, (_, order) => orderPlan(buyer, order)),
    })),
    adminTasks: times(lengthMs, () => whole(200, 500)).map((atMs, index) => ({
      atMs,
      does: pick(['ship', 'ship', 'ship', 'refund', 'add', 'archive'] as const),
      product: roll(),
      quantity: whole(50, 150),
      key: `storm-${seed}-admin-${index}`,
    })),
    nodeKills: times(lengthMs, () => whole(300, 1200)).map((atMs) => ({
      atMs,
      victim: roll(),
      evenTheLast: roll() < 0.25,
    })),
    postgresKills: Array.from(
      { length: whole(1, 3) },
      () => lengthMs * (0.1 + 0.8 * roll()),
    ).toSorted((a, b) => a - b),
  }
}

function times(lengthMs: number, gapMs: () => number): number[] {
  const made: number[] = []
  for (let at = gapMs(); at < lengthMs; at += gapMs()) made.push(at)
  return made
}
