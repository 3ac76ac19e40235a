// The content of a card element's frame, which alone handles card digits. It sends the state of the
// fields and a payment method to the page, never the card.
import {
  brandOf,
  cardOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostal,
  validate,
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

/** Fields that were left once: only these show that they are incomplete. */
const touched = new Set()
let port
let lastChange

const values = () =>
  Object.fromEntries(Object.entries(inputs).map(([field, input]) => [field, input.value]))
const fieldStates = () => validate(values(), { postal: !inputs.postal.hidden })
const shownError = ({ field, error }) =>
  error && (!error.code.startsWith('incomplete') || touched.has(field)) ? error : undefined

/** Sends the state of the fields to the page if it has changed. */
function postChange() {
  const all = fieldStates()
  for (const state of all) {
    inputs[state.field].setAttribute('aria-invalid', String(Boolean(shownError(state))))
  }
  const change = {
    type: 'change',
    brand: brandOf(inputs.number.value),
    complete: all.every(({ complete }) => complete),
    empty: visibleInputs().every((input) => input.value === ''),
    error: all.map(shownError).find(Boolean),
    value: { postalCode: inputs.postal.value },
  }
  const serialized = JSON.stringify(change)
  if (serialized === lastChange) return
  lastChange = serialized
  port.postMessage(change)
}

/** Formats the value and keeps the caret after the same digit. */
function reformat(input, deleting) {
  const field = fieldOf(input)
  const before = input.value.slice(0, input.selectionStart).replaceAll(/[^\w]/g, '').length
  const atEnd = input.selectionStart === input.value.length
  input.value = formats[field](input.value, deleting)
  if (atEnd || document.activeElement !== input) return
  let caret = 0
  for (let digits = 0; digits < before && caret < input.value.length; caret += 1) {
    if (/\w/.test(input.value[caret])) digits += 1
  }
  input.setSelectionRange(caret, caret)
}

form.addEventListener('input', ({ target, inputType }) => {
  const deleting = inputType?.startsWith('delete')
  reformat(target, deleting)
  const { complete } = fieldStates().find(({ field }) => field === fieldOf(target))
  if (complete && !deleting && target.selectionStart === target.value.length) {
    visibleInputs()[visibleInputs().indexOf(target) + 1]?.focus()
  }
  postChange()
})

form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') port.postMessage({ type: 'escape' })
  if (event.key === 'Backspace' && event.target.value === '') {
    event.preventDefault()
    visibleInputs()[visibleInputs().indexOf(event.target) - 1]?.focus()
  }
})

form.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target.value !== '') touched.add(fieldOf(target))
  postChange()
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

/** Exchanges the card for a payment method, unless a field is invalid or incomplete. */
async function createPaymentMethod({ key, billingDetails }) {
  for (const field of Object.keys(inputs)) touched.add(field)
  postChange()
  const invalid = fieldStates().find(({ error }) => error)
  if (invalid) {
    inputs[invalid.field].focus()
    return { error: invalid.error }
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
    postChange()
  },
  focus: () => inputs.number.focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const input of Object.values(inputs)) input.value = ''
    touched.clear()
    postChange()
  },
  async createPaymentMethod({ id, ...details }) {
    const result = await createPaymentMethod(details).catch(() => ({ error: unreachable }))
    port.postMessage({ type: 'result', id, result })
  },
}

// The page sends a message port; all further messages use it, so no other window can reach the fields.
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
