// Replaces https://js.stripe.com: the part of window.Stripe for a card element. Styles are set property
// by property, as a strict content security policy requires.
{
  const origin = new URL(document.currentScript.src).origin

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  const stateClasses = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  }

  let frames = 0

  class CardElement {
    #options
    #onDestroy
    #listeners = new Map()
    #requests = new Map()
    #container
    #frame
    #port

    constructor(options, onDestroy) {
      this.#options = { ...options }
      this.#onDestroy = onDestroy
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) {
        const message = `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`
        throw new IntegrationError(message)
      }
      this.unmount()
      frames += 1
      const frame = Object.assign(document.createElement('iframe'), {
        name: `__privateStripeFrame${frames}`,
        src: `${origin}/card-element`,
        title: 'Secure card payment input frame',
      })
      // The color scheme of the frame's document: with another one its background would not be transparent.
      frame.style.cssText =
        'border: none; color-scheme: light; display: block; height: 28px; width: 100%'
      frame.addEventListener('load', () => this.#connect(frame))
      this.#container = container
      this.#frame = frame
      this.#mark('base', true)
      this.#mark('empty', true)
      container.replaceChildren(frame)
    }

    unmount() {
      for (const answer of this.#requests.values()) answer(undefined)
      this.#requests.clear()
      this.#port?.close()
      this.#frame?.remove()
      if (this.#container) for (const state of Object.keys(stateClasses)) this.#mark(state, false)
      this.#port = this.#frame = this.#container = undefined
    }

    destroy() {
      this.unmount()
      this.#listeners.clear()
      this.#onDestroy()
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
      this.#send({ type: 'options', options: this.#options })
    }

    focus = () => this.#send({ type: 'focus' })
    blur = () => this.#send({ type: 'blur' })
    clear = () => this.#send({ type: 'clear' })

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    once(event, listener) {
      const first = (payload) => {
        this.off(event, first)
        listener(payload)
      }
      return this.on(event, first)
    }

    off(event, listener) {
      const remaining = (this.#listeners.get(event) ?? []).filter(
        (one) => listener && one !== listener,
      )
      this.#listeners.set(event, remaining)
      return this
    }

    /** Makes the frame exchange its card for a payment method. */
    createPaymentMethod(key, billingDetails) {
      if (!this.#port) {
        throw new IntegrationError(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        )
      }
      const { promise, resolve } = Promise.withResolvers()
      const id = crypto.randomUUID()
      this.#requests.set(id, resolve)
      this.#send({ type: 'createPaymentMethod', id, key, billingDetails })
      return promise
    }

    #connect(frame) {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.addEventListener('message', ({ data }) => this.#receive(data))
      port1.start()
      const options = JSON.parse(JSON.stringify(this.#options))
      frame.contentWindow.postMessage({ type: 'connect', options }, origin, [port2])
    }

    #send(message) {
      this.#port?.postMessage(JSON.parse(JSON.stringify(message)))
    }

    #receive({ type, ...details }) {
      if (type === 'resize') {
        this.#frame.style.height = `${details.height}px`
      } else if (type === 'result') {
        this.#requests.get(details.id)?.(details.result)
        this.#requests.delete(details.id)
      } else {
        if (type === 'focus' || type === 'blur') this.#mark('focus', type === 'focus')
        if (type === 'change') this.#markChange(details)
        const collapsed = type === 'change' ? { collapsed: false } : {}
        const payload = { elementType: 'card', ...collapsed, ...details }
        for (const listener of this.#listeners.get(type) ?? []) listener(payload)
      }
    }

    #markChange({ complete, empty, error }) {
      this.#mark('complete', complete)
      this.#mark('empty', empty)
      this.#mark('invalid', Boolean(error))
    }

    #mark(state, present) {
      const names = this.#options.classes?.[state] ?? stateClasses[state]
      for (const name of names.split(' ')) this.#container.classList.toggle(name, present)
    }
  }

  function createElements() {
    let card
    return {
      create(type, options) {
        if (type !== 'card') throw new IntegrationError(`The sandbox has no '${type}' Element.`)
        if (card) throw new IntegrationError('Can only create one Element of type card.')
        card = new CardElement(options, () => {
          card = undefined
        })
        return card
      },
      // The React bindings pass a component that has the type.
      getElement: (type) => ((type['__elementType'] ?? type) === 'card' ? (card ?? null) : null),
      update() {},
    }
  }

  const unreachable = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
  }
  const notAuthenticated =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

  async function callApi(path, init) {
    try {
      const answer = await fetch(`${origin}/v1${path}`, init)
      const result = await answer.json()
      return answer.ok ? { paymentIntent: result } : { error: result.error }
    } catch {
      return { error: unreachable }
    }
  }

  const post = (path, fields) =>
    callApi(path, { method: 'POST', body: new URLSearchParams(fields) })

  function intentPath(clientSecret) {
    const id = /^(pi_\w+)_secret_\w+$/.exec(clientSecret)?.[1]
    if (id) return `/payment_intents/${id}`
    throw new IntegrationError(
      `Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
    )
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key.')
    }

    /** Shows the challenge of an intent that requires authentication. */
    async function authenticate(clientSecret, { paymentIntent, error }) {
      if (error) return { error }
      if (paymentIntent.status !== 'requires_action') return { paymentIntent }
      const { showChallenge } = await import(`${origin}/challenge.js`)
      const outcome = (await showChallenge()) ? 'complete' : 'fail'
      const path = `${intentPath(clientSecret)}/authenticate`
      const answer = await post(path, { key, client_secret: clientSecret, outcome })
      const payment_intent = answer.paymentIntent
      const failure = payment_intent?.last_payment_error
      return failure ? { error: { ...failure, message: notAuthenticated, payment_intent } } : answer
    }

    const createPaymentMethod = async ({ card, billing_details }) =>
      (await card.createPaymentMethod(key, billing_details)) ?? { error: unreachable }

    async function confirmCardPayment(clientSecret, { payment_method: method } = {}) {
      const path = `${intentPath(clientSecret)}/confirm`
      let id = method
      if (typeof method === 'object') {
        const { paymentMethod, error } = await createPaymentMethod(method)
        if (error) return { error }
        id = paymentMethod.id
      }
      const fields = { key, client_secret: clientSecret, ...(id && { payment_method: id }) }
      return authenticate(clientSecret, await post(path, fields))
    }

    return {
      elements: createElements,
      confirmCardPayment,
      createPaymentMethod,
      createToken: async () => ({ error: { type: 'api_error', message: 'Not in the sandbox.' } }),
      registerAppInfo() {},
      async retrievePaymentIntent(clientSecret) {
        const query = new URLSearchParams({ key, client_secret: clientSecret })
        return callApi(`${intentPath(clientSecret)}?${String(query)}`)
      },
      _registerWrapper() {},
    }
  }

  Stripe.version = 'endive'
  window.Stripe = Stripe
}
