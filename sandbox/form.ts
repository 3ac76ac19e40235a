export type Form = { [name: string]: string | Form }

/** Parses form fields with Stripe's nesting: `created[gte]=1&expand[]=latest_charge`. */
export function parseForm(encoded: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    const parent = path.reduce(child, form)
    parent[keyIn(parent, last)] = value
  }
  return form
}

// Without a prototype, __proto__ is an ordinary field name.
const emptyForm = (): Form => Object.create(null) as Form

/** `expand[]` is the next index of a list. */
const keyIn = (form: Form, part: string) => (part === '' ? String(Object.keys(form).length) : part)

function child(form: Form, part: string): Form {
  const key = keyIn(form, part)
  const existing = form[key]
  if (typeof existing === 'object') return existing
  const created = emptyForm()
  form[key] = created
  return created
}
