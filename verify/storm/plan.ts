import { seededRandom } from '../../sandbox/seeded-random.ts'

/** How an order is sent: once, with the connection cut before the response, or twice at a time. */
const placings = ['once', 'once', 'cut', 'double'] as const

/** Actions after an order is placed. */
const followUps = [
  'pay',
  'pay with two cards concurrently',
  'pay after a declined card',
  'pay after a 3-D Secure challenge',
  'pay in two windows',
  'pay without reporting',
  'pay and report three times',
  'pay after the reservation has expired',
  'report the payment of another customer',
  'pay with a card that is disputed',
  'pay with a card that causes an inquiry',
  'pay and delete concurrently',
  'delete',
  'delete, then pay',
  'abandon',
  'abandon the payment',
] as const
export type FollowUp = (typeof followUps)[number]

/** The cars that orders name, with the names that the shop keeps; it does not know the last one. */
const cars = [
  undefined,
  undefined,
  { vehicle: 'volkswagen/golf/2014', name: '2014 Volkswagen Golf' },
  { vehicle: 'tesla/model-3/2020', engine: 'electric', name: '2020 Tesla Model 3, electric' },
  { vehicle: 'no-such-make/golf/2014', name: null },
] as const

export interface OrderPlan {
  key: string
  /** Relative position in the current catalogue, from 0 to 1. */
  product: number
  /** Units of each line. */
  quantity: number
  /** Number of lines: the product and those that follow it in the catalogue, or precede it. */
  lines: number
  isBackwards: boolean
  /** Whether the buyer sends the total of the price of one unit, like a client that knows no lower ones. */
  sendsListTotal: boolean
  /** The car of each line. */
  car: (typeof cars)[number]
  /** Whether the buyer orders it from the cart; sent twice, it is sent by two devices that show the cart. */
  isFromCart: boolean
  placing: (typeof placings)[number]
  /** Time from the request to the cut of its connection. */
  cutAfterMs: number
  followUp: FollowUp
  /** Pause of the buyer between two steps. */
  pauseMs: number
  /** Whether the buyer tries to read, delete and pay the order of another. */
  attacks: boolean
  /** Whether the first request is repeated at the end. */
  repeatsLate: boolean
}

/** An order without faults, placed once. */
export const simpleOrder: Omit<OrderPlan, 'key' | 'followUp'> = {
  product: 0,
  quantity: 10,
  lines: 1,
  isBackwards: false,
  car: undefined,
  sendsListTotal: false,
  isFromCart: false,
  placing: 'once',
  cutAfterMs: 0,
  pauseMs: 0,
  attacks: false,
  repeatsLate: false,
}

export interface AdminTask {
  atMs: number
  action: 'ship' | 'undo' | 'refund' | 'add' | 'archive' | 'ladder' | 'list'
  /** Relative position of the product or order, from 0 to 1. */
  product: number
  quantity: number
  key: string
}

/** Taxes of the shop: none, added to its prices, or part of them. */
const taxes = ['off', 'added', 'included'] as const
export type Taxes = (typeof taxes)[number]

export interface TaxChange {
  atMs: number
  taxes: Taxes
}

export type Verdict = 'win' | 'lose' | 'escalate'

/** The bank of a card's owner disputes a payment, or decides a dispute. */
export interface BankTask {
  atMs: number
  action: 'dispute' | Verdict
  /** Relative position of the payment or the dispute, from 0 to 1. */
  target: number
}

export interface Kill {
  atMs: number
  /** From 0 to 1, selects one of the nodes that are up. */
  victim: number
  /** Whether the only node that is up may be killed; not always, or no request would be served. */
  includesLast: boolean
}

interface BuyerPlan {
  startsAtMs: number
  orders: OrderPlan[]
}

/** Every decision of a storm, made in advance; times are relative to its start. */
export interface Plan {
  stock: number[]
  /** Whether accounts reserve as in a shop: once a day, and all uncovered orders half of a stock. */
  limits: 'on' | 'off'
  /** Faults of the card provider; see the README of the sandbox. */
  faults: object
  buyers: BuyerPlan[]
  adminTasks: AdminTask[]
  bankTasks: BankTask[]
  nodeKills: Kill[]
  postgresKills: number[]
  /** The first at the start, then one after the other. */
  taxChanges: [TaxChange, ...TaxChange[]]
}

interface Size {
  seed: number
  buyers: number
  seconds: number
  /** Nodes of another version run too, which may keep no car, and know no prices but that of one unit, and no taxes. */
  beside?: string | undefined
}

const productCount = 48
/** Far less than the demand, so that buyers compete for the last units. */
const unitsPerBuyer = 40
/** The share of orders with several lines, and their numbers of lines: mostly few. */
const manyLinesShare = 1 / 3
const linesMax = 40
const linesMin = 2
const fromCartShare = 1 / 3

/** Equal seeds and sizes make equal plans. */
export function makePlan({ seed, buyers, seconds, beside }: Size): Plan {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const lengthMs = seconds * 1000

  const orderPlan = (buyer: number, order: number): OrderPlan => ({
    key: `storm-${seed}-${buyer}-${order}`,
    product: random(),
    quantity: whole(10, 25),
    lines:
      random() < manyLinesShare
        ? linesMin + Math.floor(random() ** 3 * (linesMax - linesMin + 1))
        : 1,
    isBackwards: random() < 0.5,
    placing: pick(placings),
    cutAfterMs: whole(0, 40),
    followUp: pick(followUps),
    pauseMs: whole(0, 250),
    attacks: random() < 0.15,
    repeatsLate: random() < 0.2,
    car: beside === undefined ? pick(cars) : undefined,
    sendsListTotal: random() < 0.3,
    isFromCart: beside === undefined && random() < fromCartShare,
  })
  const isAlone = beside === undefined
  const taxesAt = (change: number): Taxes =>
    (isAlone && taxes[(seed + change) % taxes.length]) || 'off'
  const ofPrices = isAlone ? (['ladder', 'ladder', 'list', 'list'] as const) : []

  return {
    limits: seed % 2 === 0 ? 'on' : 'off',
    stock: Array.from({ length: productCount }, () =>
      Math.round((buyers * unitsPerBuyer * (0.5 + random())) / productCount),
    ),
    faults: {
      seed,
      cards: { failShare: 0.04, cutShare: 0.04 },
      webhooks: { loseShare: 0.1, copies: 2, shuffleMs: 600 },
    },
    buyers: Array.from({ length: buyers }, (_, buyer) => ({
      startsAtMs: random() * lengthMs * 0.75,
      orders: Array.from({ length: whole(1, 2) }, (_, order) => orderPlan(buyer, order)),
    })),
    adminTasks: times(lengthMs, () => whole(200, 500)).map((atMs, index) => ({
      atMs,
      action: pick([
        'ship',
        'ship',
        'ship',
        'undo',
        'refund',
        'add',
        'archive',
        ...ofPrices,
      ] as const),
      product: random(),
      quantity: whole(50, 150),
      key: `storm-${seed}-admin-${index}`,
    })),
    bankTasks: times(lengthMs, () => whole(200, 600)).map((atMs) => ({
      atMs,
      action: pick(['dispute', 'dispute', 'win', 'lose', 'lose', 'escalate'] as const),
      target: random(),
    })),
    nodeKills: times(lengthMs, () => whole(300, 1200)).map((atMs) => ({
      atMs,
      victim: random(),
      includesLast: random() < 0.25,
    })),
    postgresKills: Array.from(
      { length: whole(1, 3) },
      () => lengthMs * (0.1 + 0.8 * random()),
    ).toSorted((a, b) => a - b),
    taxChanges: [
      { atMs: 0, taxes: taxesAt(0) },
      ...(isAlone ? times(lengthMs * 0.8, () => whole(3000, 8000)) : []).map((atMs, index) => ({
        atMs,
        taxes: taxesAt(index + 1),
      })),
    ],
  }
}

function times(lengthMs: number, gapMs: () => number): number[] {
  const result: number[] = []
  for (let at = gapMs(); at < lengthMs; at += gapMs()) result.push(at)
  return result
}
