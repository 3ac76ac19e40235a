// Replaces https://apis.google.com/js/api.js, which tests cannot reach: the message channel between the
// provider's SDK and the page in its frame. Both sides load this script.
;(() => {
  const { parent, document } = window

  /** One end of the channel: calls the handlers of the other end, registered before or after the call. */
  function endOf(other) {
    const handlers = new Map()
    const waiting = []
    const answers = new Map()
    let markConnected
    const connected = new Promise((resolve) => (markConnected = resolve))

    async function answer({ name, data, id }) {
      const handle = handlers.get(name)
      if (handle) other().postMessage({ frames: 'answer', id, result: await handle(data) }, '*')
      else waiting.push({ name, data, id })
    }

    addEventListener('message', ({ source, data }) => {
      if (source !== other()) return
      if (data?.frames === 'connected') markConnected()
      if (data?.frames === 'call') void answer(data)
      if (data?.frames === 'answer') answers.get(data.id)?.([data.result])
    })

    return {
      restyle: async () => {},
      ping: async (callback) => {
        await connected
        callback()
      },
      announce: () => other().postMessage({ frames: 'connected' }, '*'),
      register(name, handle) {
        handlers.set(name, handle)
        for (const call of waiting.splice(0)) void answer(call)
      },
      send(name, data, callback) {
        const id = crypto.randomUUID()
        answers.set(id, (results) => {
          try {
            callback(results)
          } catch {
            // The SDK's callback throws on every result.
          }
        })
        other().postMessage({ frames: 'call', name, data, id }, '*')
      },
    }
  }

  function open({ url, where, attributes: { style, ...attributes } }, opened) {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
    Object.assign(frame.style, style)
    frame.src = url
    where.append(frame)
    return opened(endOf(() => frame.contentWindow))
  }

  function getParentIframe() {
    const end = endOf(() => parent)
    end.announce()
    return end
  }

  const context = { open, getParentIframe }
  window.gapi = {
    load: (_, { callback }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin', getContext: () => context },
  }
  const onLoad = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  queueMicrotask(() => window[onLoad]())
})()
