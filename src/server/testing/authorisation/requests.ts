import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { pathOf } from '#contract/shared/endpoint.ts'
import { fuels } from '#contract/vehicles/engines.ts'
import { positions } from '#contract/fitments/fit.ts'
import { numberKindNames } from '#contract/numbers/product-numbers.ts'
import { versionOf } from '../../features/fitments/product-fitments.ts'
import { versionOf as versionOfNumbers } from '../../features/numbers/product-numbers.ts'
import { fitmentFor } from '../rows/vehicle-rows.ts'
import { decisionOn, tradeFacts } from '../steps/trade.ts'
import type { Rule } from './rules.ts'
import type { Caller } from './callers.ts'
import type { Target } from './targets.ts'

const form = await pictureForm()

async function pictureForm() {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#b3261e' } })
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'part.png')
  const request = new Request('http://shop', { method: 'POST', body })
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': String(request.headers.get('content-type')) },
  }
}

const structuredAddress = {
  name: 'Mallory',
  phone: '+1 555 010 0100',
  street: '1 Test Street',
  postalCode: '62701',
  town: 'Springfield',
  region: 'IL',
  country: 'US',
}

/** Valid bodies, so that only the rule can reject the call. */
const bodies: Record<string, (target: Target) => object> = {
  'PUT /updateUser/{email}': () => ({ name: 'Mallory' }),
  'PUT /updatedUser/{email}': () => ({
    name: 'Mallory',
    address: '1 Test Street',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mallory',
    img: '/parts/door-rubber.svg',
  }),
  'PUT /tradeAccount/{email}': () => tradeFacts,
  'PUT /manage/tradeAccounts/{email}': () => decisionOn('asked', { state: 'approved' }),
  'POST /products/lookup': () => ({ partNumbers: ['AP-BD-1040-F'] }),
  'POST /Products': () => ({
    name: `Part ${randomUUID()}`,
    price: 18.79,
    quantity: 100,
    description: 'A part for tests',
    img: '/parts/door-rubber.svg',
  }),
  'PUT /manage/product/{id}': () => {
    const seen = {
      name: `Part ${randomUUID()}`,
      price: 18.79,
      description: 'A part for tests',
      img: '/parts/door-rubber.svg',
    }
    return { ...seen, description: 'A part for other tests', seen }
  },
  'PUT /manage/product/{id}/fitments': ({ make, model }) => ({
    isUniversal: false,
    // Every position and fuel, so that the test of two versions has rows with each.
    fitments: positions.map((position, index) => ({
      ...fitmentFor(`${make}/${model}/2014`),
      fuel: fuels[index % fuels.length],
      position,
    })),
    seen: versionOf({ isUniversal: false, fitments: [] }),
  }),
  'PUT /manage/product/{id}/numbers': () => ({
    // Every kind, so that the test of two versions has rows with each.
    numbers: numberKindNames.map((kind) => ({ kind, brand: 'Halder', number: '1K0 698 151' })),
    replacedBy: null,
    seen: versionOfNumbers({ numbers: [], replacedBy: null }),
  }),
  'POST /manage/product/{id}/stock': () => ({ delta: 1, reason: 'Counted again' }),
  'POST /manage/vehicles': () => ({
    make: 'Volkswagen',
    model: randomUUID(),
    years: [[2010, 2014]],
    aliases: [],
  }),
  'PUT /manage/vehicles/{make}/{model}': () => {
    const facts = { years: [[2010, 2021]], aliases: [], isHidden: false }
    return { ...facts, aliases: ['Rabbit'], seen: facts }
  },
  'POST /manage/priceLists': () => ({ name: randomUUID(), percentOff: 10 }),
  'PUT /manage/priceLists/{id}': () => ({ name: randomUUID(), percentOff: '12.5', minOrder: 500 }),
  'PUT /manage/priceLists/{id}/prices': ({ product }) => ({
    product,
    prices: [{ from: 1, price: 4 }],
  }),
  'POST /manage/synonyms': () => ({ terms: ['frunk', randomUUID()] }),
  'PUT /manage/synonyms/{id}': () => ({
    terms: ['bonnet', randomUUID()],
    seen: ['bonnet', 'hood'],
  }),
  'POST /order': ({ id, total }) => ({ product: id, name: 'A part', quantity: 10, price: total }),
  'POST /order/outcome': () => ({ key: randomUUID() }),
  'POST /quickOrder/check': () => ({ list: 'No such part, 40' }),
  'POST /quickOrder/place': ({ id, total }) => ({
    lines: [{ product: id, quantity: 10 }],
    price: total,
  }),
  'POST /cart/parts': () => ({ products: [randomUUID()] }),
  'PUT /cart/lines': () => ({ lines: [{ product: randomUUID(), quantity: 10, seenPrice: 4 }] }),
  'POST /cart/lines': () => ({
    lines: [{ product: randomUUID(), quantity: 10, seenPrice: 4 }],
    how: 'add',
  }),
  'POST /savedLists': ({ id }) => ({
    name: 'Golf service',
    lines: [{ product: id, quantity: 10 }],
    replaces: true,
  }),
  'PUT /savedLists/{id}': () => ({ name: randomUUID() }),
  'PUT /garage': () => ({ cars: [] }),
  'PUT /order/delivery/{id}': () => ({
    name: 'Mallory',
    phone: '+1 555 010 0100',
    address: '1 Test Street',
  }),
  'PUT /order/deliveryAddress/{id}': ({ address }) => ({ address }),
  'POST /addresses': () => structuredAddress,
  'PUT /addresses/{id}': () => structuredAddress,
  'POST /create-payment-intent': ({ id, total }) => ({ order: id, price: total }),
  'PATCH /order/{id}': ({ id, transactionId }) => ({ order: id, transactionId }),
  'PUT /manage/orders/{id}/tracking': () => ({
    carrier: 'ups',
    trackingNumber: '1Z999AA10123456784',
  }),
  'POST /manage/orders/{id}/refund': () => ({ reason: 'Came broken' }),
  'POST /manage/orders/{id}/refunds': () => ({ lines: [], amount: 1, restock: false }),
  'POST /contact': () => ({ email: 'mallory@shop.example', message: randomUUID() }),
  'POST /newsletter': () => ({ email: `${randomUUID()}@shop.example` }),
  'POST /newsletter/confirm': ({ confirmToken: token }) => ({ token }),
  'POST /newsletter/unsubscribe': ({ unsubscribeToken: token }) => ({ token }),
  'POST /stockAlerts/end': () => ({ token: 'nobodys' }),
  'PUT /manage/product/{id}/lowLevel': () => ({ lowLevel: 40 }),
  'POST /reviews': () => ({ title: randomUUID().slice(0, 30), rating: 5, description: 'It fits' }),
}

/** The request of a rule for this caller. */
export function requestOf(
  { call, accessLevel }: Rule,
  caller: Caller,
  target: Target,
): InjectOptions {
  const [method = '', path = ''] = call.split(' ')
  const token = accessLevel === 'identity' ? caller.idToken : caller.accessToken
  const authorization = token && { authorization: `Bearer ${token}` }
  const isFile = call === 'POST /manage/imports'
  const query = {
    ...(path.startsWith('/singleOrder') && { email: target.email }),
    ...(isFile && { fileName: 'list.csv' }),
    ...(path === '/order/creditNote/{id}' && { number: String(target.creditNote) }),
    ...(path.startsWith('/manage/tradeSales') && { from: '2026-11-01', to: '2026-11-30' }),
    ...(path === '/shopPages' && { page: 'terms' }),
    ...(path === '/products/page' && { product: target.id }),
    ...(path === '/products/related' && { product: randomUUID() }),
    ...(path === '/products/suggestions' && { q: 'lamp' }),
    ...(path === '/prices' && { products: randomUUID() }),
    ...(path === '/fitments/verdicts' && {
      vehicle: `${target.make}/${target.model}/2014`,
      products: randomUUID(),
    }),
    ...caller.query,
  }
  const body = bodies[call]?.(target)
  return {
    method: method,
    url: `/api${pathOf({ path }, { ...target })}`,
    query,
    headers: {
      ...authorization,
      ...(path === '/images' && form.headers),
      ...(isFile && { 'content-type': 'text/csv' }),
    },
    ...(path === '/images' && { payload: form.payload }),
    ...(isFile && { payload: 'Id,Name\n' }),
    ...(body && { payload: body }),
  }
}
