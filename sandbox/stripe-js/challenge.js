// The 3-D Secure challenge. Styles are set property by property, as the page's content security policy requires.

const buttonStyle = {
  border: '1px solid #0570de',
  borderRadius: '6px',
  cursor: 'pointer',
  flex: '1',
  font: 'inherit',
  minHeight: '44px',
}

const dialogStyle = {
  background: '#ffffff',
  border: '1px solid #c0c8d2',
  borderRadius: '10px',
  boxSizing: 'border-box',
  color: '#30313d',
  font: '16px/1.5 system-ui, sans-serif',
  margin: 'auto',
  maxWidth: 'min(400px, calc(100vw - 32px))',
  padding: '20px',
}

function create(tag, style, properties) {
  const element = Object.assign(document.createElement(tag), properties)
  Object.assign(element.style, style)
  return element
}

/** Shows the challenge; resolves with whether it was completed. */
export function showChallenge() {
  const { promise, resolve } = Promise.withResolvers()
  const id = `stripe-challenge-${crypto.randomUUID()}`
  const title = create('h2', { fontSize: '18px', margin: '0 0 8px' }, { id })
  title.textContent = '3D Secure 2 Test Page'
  const text = create('p', { margin: '0 0 16px' })
  text.textContent = 'Your bank asks whether it is you who pays. Complete the payment, or fail it.'

  const dialog = create('dialog', dialogStyle)
  dialog.setAttribute('aria-labelledby', id)
  const complete = create(
    'button',
    { ...buttonStyle, background: '#0570de', color: '#ffffff' },
    { type: 'button', id: 'test-source-authorize-3ds', textContent: 'Complete' },
  )
  const fail = create(
    'button',
    { ...buttonStyle, background: '#ffffff', color: '#0b4a94' },
    { type: 'button', id: 'test-source-fail-3ds', textContent: 'Fail' },
  )
  complete.addEventListener('click', () => dialog.close('complete'))
  fail.addEventListener('click', () => dialog.close())
  // Escape closes without a value too, which fails the challenge.
  dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'complete')
  })

  const actions = create('div', { display: 'flex', gap: '12px' })
  actions.append(complete, fail)
  dialog.append(title, text, actions)
  document.body.append(dialog)
  dialog.showModal()
  return promise
}
