// The inside of a card element: the only place that sees a card's digits. It tells the page how
// the fields stand, and hands a payment method over, never the card.
import {
  brandOf,
  cardOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostal,
  judge,
} from './card-rules.js'

const form = document.querySelector('form')
const icon = document.querySelector('#icon')
const named = (name) => form.elements.namedItem(name)
const inputs = {
  number: named('cardnumber'),
  expiry: named('exp-date'),
  cvc: named('cvc'),
  postal: named('postal'),
}
const fieldOf = (input) => Object.keys(inputs).find((field) => inputs[field] === input)
const visibleInputs = () => Object.values(inputs).filter((input) => !input.hidden)

const formats = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (typed) => formatCvc(typed, inputs.number.value),
  postal: formatPostal,
}

/** Fields left unfinished: from then on, unfinished is an error. */
const left = new Set()
let port
let announced

const values = () =>
  Object.fromEntries(Object.entries(inputs).map(([field, input]) => [field, input.value]))
const verdicts = () => judge(values(), { postal: !inputs.postal.hidden })
const shown = ({ field, error }) =>
  error && (!error.code.startsWith('incomplete') || left.has(field)) ? error : undefined

/** Tells the page how the fields stand, if that is news. */
function announce() {
  const all = verdicts()
  for (const verdict of all) {
    inputs[verdict.field].setAttribute('aria-invalid', String(Boolean(shown(verdict))))
  }
  const change = {
    type: 'change',
    brand: brandOf(inputs.number.value),
    complete: all.every(({ complete }) => complete),
    empty: visibleInputs().every((input) => input.value === ''),
    error: all.map(shown).find(Boolean),
    value: { postalCode: inputs.postal.value },
  }
  const news = JSON.stringify(change)
  if (news === announced) return
  announced = news
  port.postMessage(change)
}

/** Writes the formatted value, keeping the caret behind the digit it stood behind. */
function reformat(input, deleting) {
  const field = fieldOf(input)
  const behind = input.value.slice(0, input.selectionStart).replaceAll(/[^\w]/g, '').length
  const atEnd = input.selectionStart === input.value.length
  input.value = formats[field](input.value, deleting)
  if (atEnd || document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < behind && caret < input.value.length; caret += 1) {
    if (/\w/.test(input.value[caret])) seen += 1
  }
  input.setSelectionRange(caret, caret)
}

form.addEventListener('input', ({ target, inputType }) => {
  const deleting = inputType?.startsWith('delete')
  reformat(target, deleting)
  const { complete } = verdicts().find(({ field }) => field === fieldOf(target))
  if (complete && !deleting && target.selectionStart === target.value.length) {
    visibleInputs()[visibleInputs().indexOf(target) + 1]?.focus()
  }
  announce()
})

form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') port.postMessage({ type: 'escape' })
  if (event.key === 'Backspace' && event.target.value === '') {
    event.preventDefault()
    visibleInputs()[visibleInputs().indexOf(event.target) - 1]?.focus()
  }
})

form.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target.value !== '') left.add(fieldOf(target))
  announce()
  if (!relatedTarget) port.postMessage({ type: 'blur' })
})
form.addEventListener('focusin', ({ relatedTarget }) => {
  if (!relatedTarget) port.postMessage({ type: 'focus' })
})
form.addEventListener('submit', (event) => event.preventDefault())

const styleVariables = {
  color: '--color',
  fontFamily: '--font-family',
  fontSize: '--font-size',
  fontWeight: '--font-weight',
  iconColor: '--icon-color',
  letterSpacing: '--letter-spacing',
  lineHeight: '--line-height',
}

const set = (variable, text) => document.documentElement.style.setProperty(variable, text)

function applyOptions({ style = {}, value, hidePostalCode, hideIcon, disabled }) {
  for (const [property, variable] of Object.entries(styleVariables)) {
    if (style.base?.[property]) set(variable, style.base[property])
  }
  const placeholder = style.base?.['::placeholder']?.color
  if (placeholder) set('--placeholder-color', placeholder)
  if (style.invalid?.color) set('--invalid-color', style.invalid.color)
  if (value?.postalCode) inputs.postal.value = formatPostal(value.postalCode)
  inputs.postal.hidden = Boolean(hidePostalCode)
  icon.toggleAttribute('hidden', Boolean(hideIcon))
  for (const input of Object.values(inputs)) input.disabled = Boolean(disabled)
}

/** Trades the card for a payment method; refused while a field is wrong or unfinished. */
async function createPaymentMethod({ key, billingDetails }) {
  for (const field of Object.keys(inputs)) left.add(field)
  announce()
  const wrong = verdicts().find(({ error }) => error)
  if (wrong) {
    inputs[wrong.field].focus()
    return { error: wrong.error }
  }
  const fields = new URLSearchParams({ key, type: 'card' })
  append(fields, 'card', cardOf(values()))
  append(fields, 'billing_details', withPostalCode(billingDetails))
  const answer = await fetch('/v1/payment_methods', { method: 'POST', body: fields })
  const body = await answer.json()
  return answer.ok ? { paymentMethod: body } : { error: body.error }
}

const withPostalCode = (billing = {}) =>
  inputs.postal.value === ''
    ? billing
    : { ...billing, address: { postal_code: inputs.postal.value, ...billing.address } }

/** Adds nested values in Stripe's form encoding: `card[number]=…`. */
function append(fields, name, value) {
  if (value === null) return
  if (typeof value !== 'object') fields.append(name, String(value))
  else for (const part of Object.keys(value)) append(fields, `${name}[${part}]`, value[part])
}

const unreachable = { type: 'api_connection_error', message: 'The card provider did not answer.' }

const commands = {
  options: ({ options }) => {
    applyOptions(options)
    announce()
  },
  focus: () => inputs.number.focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const input of Object.values(inputs)) input.value = ''
    left.clear()
    announce()
  },
  async createPaymentMethod({ id, ...details }) {
    const result = await createPaymentMethod(details).catch(() => ({ error: unreachable }))
    port.postMessage({ type: 'result', id, result })
  },
}

// The page hands over a channel of its own: from then on nobody else can talk to the fields.
addEventListener('message', function connect({ data, ports, source }) {
  if (source !== parent || data.type !== 'connect') return
  removeEventListener('message', connect)
  port = ports[0]
  port.addEventListener('message', (message) => commands[message.data.type](message.data))
  port.start()
  applyOptions(data.options)
  new ResizeObserver(() => {
    port.postMessage({ type: 'resize', height: form.offsetHeight })
  }).observe(form)
  port.postMessage({ type: 'ready' })
})
